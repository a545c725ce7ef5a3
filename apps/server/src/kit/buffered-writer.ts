type Options<Item> = {
  /** In order. Returned items are written again later. */
  write(items: readonly Item[]): Promise<readonly Item[]>
  finish?: () => Promise<void>
  afterMs: number
  /** Null: a failed batch is lost. */
  retryMs: number | null
  batch: number
  most: number
  /** `isFirst`: the attempt before did not fail. */
  onError(error: unknown, facts: { waiting: number; isFirst: boolean }): void
}

export type BufferedWriter<Item> = {
  /** False when too many wait: the item is lost. */
  add(item: Item): boolean
  wake(): void
  flush(): Promise<void>
  close(): Promise<void>
}

export const createBufferedWriter = <Item>(options: Options<Item>): BufferedWriter<Item> => {
  const { write, finish, afterMs, retryMs, batch, most, onError } = options
  let waiting: Item[] = []
  let isDue = false
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const schedule = (ms: number): void => {
    isDue = true
    timer ??= setTimeout(() => {
      timer = undefined
      void begin()
    }, ms).unref()
  }

  const writeBatch = async (): Promise<void> => {
    const items = waiting.slice(0, batch)
    try {
      const again = await write(items)
      waiting = [...waiting.slice(items.length), ...again]
    } catch (error) {
      if (retryMs === null) waiting = waiting.slice(items.length)
      throw error
    }
  }

  const writeAll = async (): Promise<void> => {
    isDue = false
    // Items that come meanwhile, or are written again, are for the next round.
    const rounds = Math.ceil(waiting.length / batch)
    try {
      for (let round = 0; round < rounds; round++) await writeBatch()
      await finish?.()
      isFailing = false
      if (waiting.length > 0) schedule(afterMs)
    } catch (error) {
      onError(error, { waiting: waiting.length, isFirst: !isFailing })
      isFailing = true
      if (retryMs !== null) schedule(retryMs)
      else if (waiting.length > 0) schedule(afterMs)
    } finally {
      writing = undefined
    }
    // The timer may have fired in the meantime.
    if (isDue) schedule(afterMs)
  }

  const begin = (): Promise<void> => {
    if (writing === undefined && isDue) writing = writeAll()
    return writing ?? Promise.resolve()
  }

  const flush = async (): Promise<void> => {
    if (writing !== undefined) await writing
    await begin()
  }

  return {
    add(item) {
      if (waiting.length >= most) return false
      waiting.push(item)
      schedule(afterMs)
      return true
    },
    wake: () => schedule(afterMs),
    flush,
    async close() {
      clearTimeout(timer)
      await flush()
      // Writing may have added items, for example about what was lost.
      if (!isFailing) await flush()
      clearTimeout(timer)
    },
  }
}
