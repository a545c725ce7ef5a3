import type { ChallengeType } from '@pennant/contract/enums'

export const runsContainers = (type: ChallengeType): boolean =>
  type === 'StaticContainer' || type === 'DynamicContainer'

export const needsFlags = (type: ChallengeType): boolean => type !== 'DynamicContainer'
