import type { ChallengeType } from '@pennant/contract/enums'

export const runsContainers = (type: ChallengeType): boolean =>
  type === 'StaticContainer' || type === 'DynamicContainer'

/** Dynamic containers get a flag for each team instead. */
export const needsFlags = (type: ChallengeType): boolean => type !== 'DynamicContainer'
