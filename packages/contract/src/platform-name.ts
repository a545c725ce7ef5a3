/** Compatible clients append it to every title. */
export const usualSuffix = '::CTF'

const unnamed = 'Pennant'

type Named = { title: string; titleSuffix?: string }

export const platformNameParts = ({
  title,
  titleSuffix = usualSuffix,
}: Named): { stem: string; suffix: string } =>
  title.trim() === '' ? { stem: unnamed, suffix: '' } : { stem: title, suffix: titleSuffix }

export const ownSuffix = ({ titleSuffix }: Pick<Named, 'titleSuffix'>): { titleSuffix?: string } =>
  titleSuffix === undefined || titleSuffix === usualSuffix ? {} : { titleSuffix }

export const platformName = (named: Named): string => {
  const { stem, suffix } = platformNameParts(named)
  return stem + suffix
}
