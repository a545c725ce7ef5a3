import { challengeLevels, type ChallengeLevel } from '@pennant/contract/enums'

/** Tags or authors: without white space around them, and each once, whatever its case. */
export const distinctLabels = (labels: readonly string[]): string[] => {
  const seen = new Map<string, string>()
  for (const label of labels.map((one) => one.trim())) {
    const key = label.toLowerCase()
    if (label !== '' && !seen.has(key)) seen.set(key, label)
  }
  return [...seen.values()]
}

export const labelsIn = (text: string): string[] => distinctLabels(text.split(/[,，、]/))

type Labeled = {
  readonly level?: ChallengeLevel | null | undefined
  readonly tags?: readonly string[] | undefined
  readonly authors?: readonly string[] | undefined
}

/** Leaves out members that have no value. */
export const presentLabels = ({
  level,
  tags = [],
}: Labeled): { level?: ChallengeLevel; tags?: string[] } => ({
  ...(level == null || level === 'None' ? {} : { level }),
  ...(tags.length === 0 ? {} : { tags: [...tags] }),
})

export const presentAuthors = ({ authors = [] }: Labeled): { authors?: string[] } =>
  authors.length === 0 ? {} : { authors: [...authors] }

type Leveled = { readonly level?: ChallengeLevel | undefined }

/** The easiest first; without a level, last. */
export const byLevel = (one: Leveled, other: Leveled): number => heightOf(one) - heightOf(other)

const heightOf = ({ level = 'None' }: Leveled): number => challengeLevels[level] || 9
