type Waiting<In, Out> = {
  value: In
  resolve: (result: Out) => void
  reject: (error: unknown) => void
}

export type Outcome<Out> = { result: Out } | { refused: unknown }
/** It waits again, in that lane. */
export type Moved<Lane> = { lane: Lane }

export type LanePlan<In, Out, Lane> = {
  /** Outcomes are in the order of the values. May only fail if nothing was written. */
  commit(key: number, values: readonly In[]): Promise<readonly (Outcome<Out> | Moved<Lane>)[]>
  atOnce?: number
  /** Fewer values don't start a batch beside a running one, unless that takes longer than `startAnywayMs`. */
  worthwhile?: number
  /** Null, or when the next batch can be taken. */
  turn?(key: number): Promise<void> | null
  /** The lane whose waiting values come along, as far as there is room. */
  takesAlong?(key: number): Lane | null
}

type Plan<In, Out, Lane> = {
  most: number
  startAnywayMs: number
  lanes: ReadonlyMap<Lane, LanePlan<In, Out, Lane>>
}

type Queue<In, Out> = {
  put(key: number, waiting: Waiting<In, Out>): void
  take(key: number, count: number): Waiting<In, Out>[]
}

type Lanes<In, Out, Lane> = { add(lane: Lane, key: number, value: In): Promise<Out> }

// Group commit: while one batch is written, the next one gathers. Results come once their rows are durable.
export const createLanes = <In, Out, Lane>(plan: Plan<In, Out, Lane>): Lanes<In, Out, Lane> => {
  const queues = new Map<Lane, Queue<In, Out>>()
  const queueOf = (lane: Lane): Queue<In, Out> => {
    const queue = queues.get(lane)
    if (queue === undefined) throw new Error(`there is no lane ${String(lane)}`)
    return queue
  }
  for (const [lane, lanePlan] of plan.lanes) queues.set(lane, createQueue(lanePlan, plan, queueOf))
  return {
    add: (lane, key, value) =>
      new Promise((resolve, reject) => queueOf(lane).put(key, { value, resolve, reject })),
  }
}

const createQueue = <In, Out, Lane>(
  { commit, atOnce = 1, worthwhile = 1, turn, takesAlong }: LanePlan<In, Out, Lane>,
  { most, startAnywayMs }: Plan<In, Out, Lane>,
  queueOf: (lane: Lane) => Queue<In, Out>,
): Queue<In, Out> => {
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
      for (const [index, waiting] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome === undefined) waiting.reject(new Error('a batch answered less than it was asked'))
        else if ('lane' in outcome) queueOf(outcome.lane).put(key, waiting)
        else if ('refused' in outcome) waiting.reject(outcome.refused)
        else waiting.resolve(outcome.result)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const take = (key: number, count: number): Waiting<In, Out>[] => gathering.get(key)?.splice(0, count) ?? []

  const run = async (key: number): Promise<void> => {
    underWay.set(key, (underWay.get(key) ?? 0) + 1)
    for (;;) {
      const others = turn?.(key) ?? null
      if (others !== null) await others
      const batch = take(key, most)
      if (batch.length === 0) break
      const other = takesAlong?.(key) ?? null
      if (other !== null) batch.push(...queueOf(other).take(key, most - batch.length))
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
    take,
    put(key, waiting) {
      const list = gathering.get(key) ?? []
      gathering.set(key, list)
      list.push(waiting)
      if (beginning.has(key) || (underWay.get(key) ?? 0) >= atOnce) return
      beginning.add(key)
      setImmediate(() => {
        beginning.delete(key)
        begin(key)
      })
    },
  }
}

type BatchPlan<In, Out> = {
  commit(key: number, values: readonly In[]): Promise<readonly Outcome<Out>[]>
  most: number
}

type Batches<In, Out> = { add(key: number, value: In): Promise<Out> }

/** One lane, one batch at a time. */
export const createBatches = <In, Out>({ most, commit }: BatchPlan<In, Out>): Batches<In, Out> => {
  const lanes = createLanes<In, Out, 'only'>({
    most,
    startAnywayMs: 0,
    lanes: new Map<'only', LanePlan<In, Out, 'only'>>([['only', { commit }]]),
  })
  return { add: (key, value) => lanes.add('only', key, value) }
}

export type CreateBatches = typeof createBatches
