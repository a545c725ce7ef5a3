/** One figure with what it is held against. */
export type Finding = {
  what: string
  /** What was measured, with its unit. */
  figure: string
  /** What stood beside it in the same run, where there is such a thing. */
  yardstick?: string
  ratio?: number
  budget: string
  /** Null where nothing is promised, only reported. */
  met: boolean | null
  /** What can be held against the same figure of another build: the less, the better. */
  cost?: Cost
}

export type Cost = { value: number; unit: 'µs' | 'ms' | 'KiB' | 'MiB' }

export type Scenario = { name: string; says: string; run(): Promise<Finding[]> }

/** What a scenario needs of the machine is not there: it says so instead of measuring. */
export class Missing extends Error {}
