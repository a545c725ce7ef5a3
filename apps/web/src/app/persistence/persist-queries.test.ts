import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { persistQueries } from './persist-queries.ts'
import type { PersistedQuery, AnswerStore } from './persisted-query.ts'

const ada = { userId: 'ada' }

describe('persisted answers', () => {
  let held: Map<string, PersistedQuery>
  let queries: QueryClient
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    held = new Map()
    queries = new QueryClient()
    const store: AnswerStore = {
      read: async () => [...held.values()],
      write: async (_, answer) => void held.set(answer.hash, answer),
      remove: async () => undefined,
      drop: async (which) => {
        for (const [hash, { owner }] of held) if (which === 'all' || owner !== undefined) held.delete(hash)
      },
    }
    stop = persistQueries({
      queries,
      store,
      now: Date.now,
      build: 'a',
      isStored: () => false,
      whenIdle: (task) => task(),
    })
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })

  const owners = (): Record<string, unknown> =>
    Object.fromEntries([...held.values()].map(({ hash, owner }) => [hash, owner]))

  it('knows whose they are, and leaves out what is not worth it', async () => {
    queries.setQueryData(['session'], ada)
    queries.setQueryData(['config'], { title: 'x' })
    queries.setQueryData(['game', 3, 'details'], { teamToken: 'secret' })
    queries.setQueryData(['teams', 'invite', 3], 'secret')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(owners()).toEqual({ '["session"]': 'ada', '["config"]': undefined, '["game",3,"details"]': 'ada' })
    expect(JSON.stringify([...held.values()])).not.toContain('secret')
  })

  it('waits until somebody knows whose they are', async () => {
    queries.setQueryData(['game', 3], { id: 3 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(owners()).toEqual({})
  })

  it('drops what was somebody’s own the moment they have gone, and writes nothing of theirs afterwards', async () => {
    queries.setQueryData(['session'], ada)
    queries.setQueryData(['teams', 'own'], [{ id: 1 }])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(held.has('["teams","own"]')).toBe(true)
    queries.setQueryData(['config'], { title: 'x' })
    queries.setQueryData(['game', 3], { id: 3 })
    queries.setQueryData(['session'], null)
    queries.removeQueries({ queryKey: ['game'] })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(owners()).toEqual({ '["session"]': null, '["config"]': undefined })
  })

  it('stores a board once in a while, however often it changes', async () => {
    queries.setQueryData(['session'], ada)
    for (let version = 1; version <= 5; version++) {
      queries.setQueryData(['game', 3, 'scoreboard'], { version })
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(held.get('["game",3,"scoreboard"]')?.data).toEqual({ version: 1 })
    await vi.advanceTimersByTimeAsync(61_000)
    expect(held.get('["game",3,"scoreboard"]')?.data).toEqual({ version: 5 })
  })
})
