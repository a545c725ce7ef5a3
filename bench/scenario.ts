export type Finding = {
  what: string
  figure: string
  yardstick?: string
  ratio?: number
  budget: string
  /** Null where there is no budget. */
  met: boolean | null
  /** For comparison with another build; lower is better. */
  cost?: Cost
}

export type Cost = { value: number; unit: 'µs' | 'ms' | 'KiB' | 'MiB' | 'Mbit/s' }

export type Scenario = { name: string; says: string; run(): Promise<Finding[]> }

/** For `spawnWorker`: where the workers are that only the bench has. */
export const ownWorkers = new URL('./workers/', import.meta.url).href

export class Missing extends Error {}
