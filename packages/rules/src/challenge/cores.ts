/** The wire counts tenths of a core. */
const tenths = 10

export const coresOf = (cpuCount: number): number => cpuCount / tenths

export const tenthsOf = (cores: number): number => Math.round(cores * tenths)

export const proposedCores = 1
