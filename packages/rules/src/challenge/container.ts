import type { ChallengeType } from '@pennant/contract/enums'

export const runsContainers = (type: ChallengeType): boolean =>
  type === 'StaticContainer' || type === 'DynamicContainer'

/** Dynamic containers get a flag for each team instead. */
export const needsFlags = (type: ChallengeType): boolean => type !== 'DynamicContainer'

/** The wire counts tenths of a core. */
const tenths = 10

export const coresOf = (cpuCount: number): number => cpuCount / tenths

export const tenthsOf = (cores: number): number => Math.round(cores * tenths)

/** Only proposed; the default of the wire is a tenth of it. */
export const proposedCores = 1
