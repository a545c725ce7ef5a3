import { challengeLevels, type ChallengeLevel } from '@pennant/contract/enums'

type Leveled = { readonly level?: ChallengeLevel | undefined }

/** The easiest first; without a level, last. */
export const byLevel = (one: Leveled, other: Leveled): number => heightOf(one) - heightOf(other)

const heightOf = ({ level = 'None' }: Leveled): number => challengeLevels[level] || 9
