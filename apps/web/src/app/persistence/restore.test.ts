import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { PersistedQuery, AnswerStore } from './persisted-query.ts'
import { weekOf } from './persistence-rule.ts'
import { restore } from './restore.ts'

const now = 1_800_000_000_000

const answer = (
  key: readonly unknown[],
  data: unknown,
  given: Partial<PersistedQuery> = {},
): PersistedQuery => ({
  hash: JSON.stringify(key),
  key,
  data,
  at: now - 60_000,
  owner: 'u-1',
  week: weekOf(now),
  build: 'a',
  ...given,
})

const restored = async (
  answers: PersistedQuery[],
  before: (queries: QueryClient) => void = () => undefined,
) => {
  const queries = new QueryClient()
  before(queries)
  const removed: string[] = []
  const store: AnswerStore = {
    read: async () => answers,
    write: async () => undefined,
    remove: async (_, hashes) => void removed.push(...hashes),
    drop: async () => undefined,
  }
  const stored = await restore({ queries, store, now, build: 'a' }, 'small')
  return { queries, stored, removed }
}
const session = answer(['session'], { userId: 'u-1' })

describe('what an earlier visit was answered', () => {
  it('is shown with its time, and counts as out of date', async () => {
    const { queries, stored } = await restored([session, answer(['game', 3], { id: 3 })])
    expect(queries.getQueryData(['game', 3])).toEqual({ id: 3 })
    const state = queries.getQueryState(['game', 3])
    expect(state?.dataUpdatedAt).toBe(now - 60_000)
    expect(state?.isInvalidated).toBe(true)
    expect([...stored.keys()]).toEqual(['["session"]', '["game",3]'])
  })

  it('is shown to nobody else', async () => {
    const other = answer(['game', 3], { id: 3 }, { owner: 'u-2' })
    const visitors = answer(['game', 4], { id: 4 }, { owner: null })
    const open = answer(['config'], { title: 'x' }, { owner: undefined })
    const { queries } = await restored([session, other, visitors, open])
    expect(queries.getQueryData(['game', 3])).toBeUndefined()
    expect(queries.getQueryData(['game', 4])).toBeUndefined()
    expect(queries.getQueryData(['config'])).toEqual({ title: 'x' })
    const visitor = await restored([answer(['session'], null, { owner: null }), other, visitors])
    expect(visitor.queries.getQueryData(['game', 3])).toBeUndefined()
    expect(visitor.queries.getQueryData(['game', 4])).toEqual({ id: 4 })
  })

  it('gives way to what has been answered already', async () => {
    const { queries, stored } = await restored([session, answer(['game', 3], {})], (client) =>
      client.setQueryData(['session'], null),
    )
    expect(queries.getQueryData(['session'])).toBeNull()
    expect(stored.size).toBe(0)
  })

  it('is not shown when another build kept it, or nothing of its kind is kept', async () => {
    const { queries } = await restored([
      session,
      answer(['game', 3], {}, { build: 'b' }),
      answer(['teams', 'invite', 3], 'secret'),
    ])
    expect(queries.getQueryData(['game', 3])).toBeUndefined()
    expect(queries.getQueryData(['teams', 'invite', 3])).toBeUndefined()
  })

  it('is deleted when it is too old or of another build', async () => {
    const old = answer(['game', 5], {}, { week: weekOf(now) - 2 })
    const { removed } = await restored([session, old, answer(['game', 3], {}, { build: 'b' })])
    expect(removed).toEqual(['["game",5]', '["game",3]'])
  })
})
