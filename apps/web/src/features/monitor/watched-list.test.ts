import { describe, expect, it } from 'vitest'
import { createWatchedList } from './watched-list.ts'

const server = (times: number[], { counts = true } = {}) => {
  const asked: number[] = []
  let down = false
  return {
    asked,
    add: (...more: number[]): void => void times.push(...more),
    fail: (fails: boolean): void => {
      down = fails
    },
    ask: async ({ skip, to }: { skip: number; to: number }) => {
      asked.push(skip)
      if (down) throw new Error('down')
      const all = times.filter((time) => time < to).toReversed()
      return { rows: all.slice(skip, skip + 100), total: counts ? all.length : null }
    },
  }
}
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

describe('a watched list', () => {
  it('reads further pages when they come in sight, each once', async () => {
    const { ask, asked } = server(range(0, 350))
    const list = createWatchedList<number>({ now: () => 1000 })
    await list.open(ask)
    list.reach(0, 120)
    list.reach(0, 120)
    await settle()
    list.reach(0, 120)
    await settle()
    expect(asked).toEqual([0, 100])
    const state = list.current()
    expect(state.kind === 'there' && state.list.rows.slice(0, 200)).toEqual(range(150, 350).toReversed())
  })

  it('takes in what has come, and keeps the places of what is under way', async () => {
    let now = 1000
    const { ask, add } = server(range(0, 250))
    const list = createWatchedList<number>({ now: () => now })
    await list.open(ask)
    now = 2000
    add(1500, 1501)
    list.reach(200, 249)
    await list.look(true)
    await settle()
    const state = list.current()
    expect(state.kind === 'there' && state.list.rows.slice(0, 3)).toEqual([1501, 1500, 249])
    expect(state.kind === 'there' && state.list.rows.slice(202)).toEqual(range(0, 50).toReversed())
  })

  it('holds back what has come until it is wanted', async () => {
    let now = 1000
    const { ask, add } = server([1, 2])
    const list = createWatchedList<number>({ now: () => now })
    await list.open(ask)
    now = 2000
    add(1500)
    await list.look(false)
    expect(list.current()).toMatchObject({ news: 1, list: { rows: [2, 1] } })
    list.show()
    expect(list.current()).toMatchObject({ news: 0, list: { rows: [1500, 2, 1] } })
  })

  it('keeps what it has when a look fails, and says that it is older', async () => {
    const { ask, fail } = server([1])
    const list = createWatchedList<number>({ now: () => 1000 })
    await list.open(ask)
    fail(true)
    await list.look(true)
    expect(list.current()).toMatchObject({ stale: true, list: { rows: [1] } })
    fail(false)
    await list.look(true)
    expect(list.current()).toMatchObject({ stale: false })
  })

  it('begins again on its own after it could not begin', async () => {
    const { ask, fail } = server([1])
    const list = createWatchedList<number>({ now: () => 1000 })
    fail(true)
    await list.open(ask)
    expect(list.current()).toMatchObject({ kind: 'failed' })
    fail(false)
    await list.look(true)
    expect(list.current()).toMatchObject({ kind: 'there' })
  })

  it('leaves it at pages where the server does not count', async () => {
    const { ask } = server([1], { counts: false })
    const list = createWatchedList<number>({ now: () => 1000 })
    await list.open(ask)
    expect(list.current()).toEqual({ kind: 'plain' })
  })
})
