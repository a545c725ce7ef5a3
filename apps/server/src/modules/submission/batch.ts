/** What one caller waits for. */
type Waiting<In, Out> = {
  value: In
  resolve: (result: Out) => void
  reject: (error: unknown) => void
}

/** What becomes of one of several that are written together. */
export type Outcome<Out> = { result: Out } | { refused: unknown }

type Needs<In, Out> = {
  /** Writes all of one key together; answers in the same order. Fails only if nothing was written. */
  commit(key: number, values: readonly In[]): Promise<readonly Outcome<Out>[]>
  /** More than this are not written together. */
  most: number
  /** So many batches of one key may be under way at the same time; one, where nothing is said. */
  atOnce?: number
}

/**
 * Group commit: while one batch of a game is written, the next one gathers. Each caller is answered when its
 * own row is durable, and a hundred of them cost little more than one.
 */
export const createBatches = <In, Out>({ commit, most, atOnce = 1 }: Needs<In, Out>) => {
  const gathering = new Map<number, Waiting<In, Out>[]>()
  const underWay = new Map<number, number>()

  const settle = async (key: number, batch: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      const outcomes = await commit(
        key,
        batch.map(({ value }) => value),
      )
      for (const [place, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[place]
        if (outcome === undefined) reject(new Error('a batch answered less than it was asked'))
        else if ('refused' in outcome) reject(outcome.refused)
        else resolve(outcome.result)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const run = async (key: number): Promise<void> => {
    underWay.set(key, (underWay.get(key) ?? 0) + 1)
    for (;;) {
      const waiting = gathering.get(key) ?? []
      const batch = waiting.splice(0, most)
      if (batch.length === 0) break
      await settle(key, batch)
    }
    const left = (underWay.get(key) ?? 1) - 1
    if (left > 0) return void underWay.set(key, left)
    underWay.delete(key)
    gathering.delete(key)
  }

  return {
    add: (key: number, value: In): Promise<Out> =>
      new Promise((resolve, reject) => {
        const waiting = gathering.get(key) ?? []
        gathering.set(key, waiting)
        waiting.push({ value, resolve, reject })
        if ((underWay.get(key) ?? 0) < atOnce) void run(key)
      }),
  }
}
