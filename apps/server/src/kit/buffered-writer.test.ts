import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBufferedWriter } from './buffered-writer.ts'

const setUp = (options: { most?: number; retryMs?: number | null; finish?: () => Promise<void> } = {}) => {
  const batches: number[][] = []
  const errors: { waiting: number; isFirst: boolean }[] = []
  const database = {
    isAway: false,
    busy: new Set<number>(),
    held: Promise.resolve(),
  }
  const writer = createBufferedWriter<number>({
    async write(items) {
      await database.held
      if (database.isAway) throw new Error('away')
      batches.push(items.filter((item) => !database.busy.has(item)))
      return items.filter((item) => database.busy.has(item))
    },
    afterMs: 100,
    retryMs: 1_000,
    batch: 2,
    most: 5,
    onError: (_error, facts) => void errors.push(facts),
    ...options,
  })
  return { writer, database, batches, errors }
}

const hold = (database: { held: Promise<void> }): (() => void) => {
  let release = (): void => undefined
  database.held = new Promise((resolve) => {
    release = resolve
  })
  return () => release()
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('a buffered writer', () => {
  it('gathers for a moment, and writes in order and in batches', async () => {
    const { writer, batches } = setUp()
    for (const item of [1, 2, 3]) writer.add(item)
    await vi.advanceTimersByTimeAsync(99)
    expect(batches).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(batches).toEqual([[1, 2], [3]])
  })

  it('takes no more than it has room for', () => {
    const { writer } = setUp({ most: 2 })
    expect([1, 2, 3].map((item) => writer.add(item))).toEqual([true, true, false])
  })

  it('keeps what waits and its order while the database is away, and says so each time', async () => {
    const { writer, database, batches, errors } = setUp()
    database.isAway = true
    for (const item of [1, 2, 3]) writer.add(item)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(errors).toEqual([
      { waiting: 3, isFirst: true },
      { waiting: 3, isFirst: false },
    ])
    database.isAway = false
    writer.add(4)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ])
    database.isAway = true
    writer.add(5)
    await vi.advanceTimersByTimeAsync(100)
    expect(errors.at(-1)).toEqual({ waiting: 1, isFirst: true })
  })

  it('loses a batch that failed where nothing is written again, and goes on with the next', async () => {
    const { writer, database, batches, errors } = setUp({ retryMs: null })
    database.isAway = true
    for (const item of [1, 2, 3]) writer.add(item)
    await vi.advanceTimersByTimeAsync(100)
    database.isAway = false
    await vi.advanceTimersByTimeAsync(100)
    expect([batches, errors]).toEqual([[[3]], [{ waiting: 1, isFirst: true }]])
  })

  it('writes later what the database was busy with, behind the rest', async () => {
    const { writer, database, batches } = setUp()
    database.busy.add(1)
    for (const item of [1, 2, 3]) writer.add(item)
    await vi.advanceTimersByTimeAsync(100)
    database.busy.clear()
    await vi.advanceTimersByTimeAsync(100)
    expect(batches).toEqual([[2], [3], [1]])
  })

  it('writes what comes while it writes', async () => {
    const { writer, database, batches } = setUp()
    const release = hold(database)
    writer.add(1)
    await vi.advanceTimersByTimeAsync(100)
    writer.add(2)
    await vi.advanceTimersByTimeAsync(100)
    release()
    await vi.advanceTimersByTimeAsync(100)
    expect(batches).toEqual([[1], [2]])
  })

  it('finishes behind the items, and also when it is only woken', async () => {
    const done: number[] = []
    const { writer, batches } = setUp({ finish: async () => void done.push(batches.length) })
    writer.add(1)
    await vi.advanceTimersByTimeAsync(100)
    writer.wake()
    await vi.advanceTimersByTimeAsync(100)
    expect(done).toEqual([1, 1])
  })

  it('is flushed of all that has come until then, also while it writes', async () => {
    const { writer, database, batches } = setUp()
    const release = hold(database)
    writer.add(1)
    const first = writer.flush()
    writer.add(2)
    const second = writer.flush()
    release()
    await Promise.all([first, second])
    expect(batches).toEqual([[1], [2]])
  })

  it('writes everything when it is closed, also what comes while it writes', async () => {
    const { writer, database, batches } = setUp()
    const release = hold(database)
    writer.add(1)
    const closed = writer.close()
    writer.add(2)
    release()
    await closed
    expect(batches).toEqual([[1], [2]])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('tries once when it is closed while the database is away', async () => {
    const { writer, database, errors } = setUp()
    database.isAway = true
    writer.add(1)
    await writer.close()
    expect(errors).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
