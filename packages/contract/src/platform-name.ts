/** What compatible clients put behind every title. */
export const usualSuffix = '::CTF'

const unnamed = 'Pennant'

type Named = { title: string; titleSuffix?: string }

/** The name of the platform in the two parts it is shown in. */
export const platformNameParts = ({
  title,
  titleSuffix = usualSuffix,
}: Named): { stem: string; suffix: string } =>
  title.trim() === '' ? { stem: unnamed, suffix: '' } : { stem: title, suffix: titleSuffix }

/** The suffix as the wire has it: left out while it is the usual one. */
export const ownSuffix = ({ titleSuffix }: Pick<Named, 'titleSuffix'>): { titleSuffix?: string } =>
  titleSuffix === undefined || titleSuffix === usualSuffix ? {} : { titleSuffix }

/** The name of the platform, the same wherever it is shown. */
export const platformName = (named: Named): string => {
  const { stem, suffix } = platformNameParts(named)
  return stem + suffix
}
