import type { ChallengeType } from '@pennant/contract/enums'

export const runsContainers = (type: ChallengeType): boolean =>
  type === 'StaticContainer' || type === 'DynamicContainer'

/** The other type makes a flag for each team. */
export const needsFlags = (type: ChallengeType): boolean => type !== 'DynamicContainer'
