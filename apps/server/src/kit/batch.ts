type Waiting<In, Out> = {
  value: In
  resolve: (result: Out) => void
  reject: (error: unknown) => void
}

export type Outcome<Out> = { result: Out } | { refused: unknown }

export type BatchPlan<In, Out> = {
  /** Results are in the order of the values. May only fail if nothing was written. */
  commit(key: number, values: readonly In[]): Promise<readonly Outcome<Out>[]>
  most: number
  atOnce?: number
  /** Fewer values don't start a batch beside a running one, unless that takes long. */
  worthwhile?: number
  comeAlong?(key: number, most: number): Waiting<In, Out>[]
}

// A batch is usually written much faster.
const startAnywayMs = 10

export type Batches<In, Out> = {
  add(key: number, value: In): Promise<Out>
  handOver(key: number, most: number): Waiting<In, Out>[]
}

// Group commit: while one batch is written, the next one gathers. Results come once their rows are durable.
export const createBatches = <In, Out>({
  commit,
  most,
  atOnce = 1,
  worthwhile = 1,
  comeAlong,
}: BatchPlan<In, Out>): Batches<In, Out> => {
  const gathering = new Map<number, Waiting<In, Out>[]>()
  const underWay = new Map<number, number>()
  const beginning = new Set<number>()
  const scheduled = new Set<number>()

  const settle = async (key: number, batch: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      const outcomes = await commit(
        key,
        batch.map(({ value }) => value),
      )
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome === undefined) reject(new Error('a batch answered less than it was asked'))
        else if ('refused' in outcome) reject(outcome.refused)
        else resolve(outcome.result)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const handOver = (key: number, count: number): Waiting<In, Out>[] =>
    gathering.get(key)?.splice(0, count) ?? []

  const run = async (key: number): Promise<void> => {
    underWay.set(key, (underWay.get(key) ?? 0) + 1)
    for (;;) {
      const batch = handOver(key, most)
      if (batch.length === 0) break
      if (comeAlong !== undefined) batch.push(...comeAlong(key, most - batch.length))
      await settle(key, batch)
    }
    const left = (underWay.get(key) ?? 1) - 1
    if (left > 0) return void underWay.set(key, left)
    underWay.delete(key)
    gathering.delete(key)
  }

  const begin = (key: number, enough = worthwhile): void => {
    const running = underWay.get(key) ?? 0
    const waiting = gathering.get(key)?.length ?? 0
    if (waiting === 0 || running >= atOnce) return
    if (running === 0 || waiting >= enough) return void run(key)
    if (scheduled.has(key)) return
    scheduled.add(key)
    setTimeout(() => {
      scheduled.delete(key)
      begin(key, 1)
    }, startAnywayMs)
  }

  return {
    handOver,
    add: (key: number, value: In): Promise<Out> =>
      new Promise((resolve, reject) => {
        const waiting = gathering.get(key) ?? []
        gathering.set(key, waiting)
        waiting.push({ value, resolve, reject })
        if (beginning.has(key) || (underWay.get(key) ?? 0) >= atOnce) return
        beginning.add(key)
        setImmediate(() => {
          beginning.delete(key)
          begin(key)
        })
      }),
  }
}

export type CreateBatches = <In, Out>(
  plan: Pick<BatchPlan<In, Out>, 'commit' | 'most'>,
) => Pick<Batches<In, Out>, 'add'>
