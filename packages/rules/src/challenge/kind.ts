import type { ChallengeType } from '@pennant/contract/enums'

export const runsContainers = (type: ChallengeType): boolean =>
  type === 'StaticContainer' || type === 'DynamicContainer'

/** Otherwise they are made for each team, and none has to be listed. */
export const needsFlags = (type: ChallengeType): boolean => type !== 'DynamicContainer'
