import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createApi } from '../../api/client.ts'
import { createServerTime } from '../../api/server-time.ts'
import { boardQuery } from './queries.ts'
import { sampleAnswer } from './sample-answer.suite.ts'

const end = 1_000_000
const game = { id: 3, end, practiceMode: false }

const apiThat = (fetch: typeof globalThis.fetch) =>
  createApi({
    ...{ origin: 'https://ctf.example', language: () => 'en-US', localNow: () => 0 },
    ...{ time: createServerTime(() => 0), fetch, chance: () => 0.5 },
  })
const silent = apiThat(() => Promise.reject(new Error('nobody asks')))

const nextPoll = (at: number, { live = false, practiceMode = false } = {}): unknown => {
  const { refetchInterval } = boardQuery(silent, { ...game, practiceMode }, live)
  return (refetchInterval as (query: unknown) => unknown)({ state: { status: 'success', dataUpdatedAt: at } })
}

describe('how often the board is asked for', () => {
  it('is every ten seconds while nothing is pushed, until an answer is of after the end', () => {
    expect(nextPoll(end - 1)).toBe(10_000)
    expect(nextPoll(end + 10_000)).toBe(false)
  })

  it('is never while changes are pushed', () => {
    expect(nextPoll(end - 1, { live: true })).toBe(false)
  })

  it('goes on after the end in practice mode', () => {
    expect(nextPoll(end + 10_000, { practiceMode: true })).toBe(10_000)
  })
})

describe('a board that is asked for again', () => {
  it('is the very same where the tag is, and is read again where it is not', async () => {
    let tag = 'W/"1"'
    const api = apiThat(() => Promise.resolve(Response.json(sampleAnswer(), { headers: { etag: tag } })))
    const queries = new QueryClient()
    const options = boardQuery(api, game, true)
    const ask = () => queries.query({ ...options, retry: false, staleTime: 0 })
    const first = await ask()
    expect(await ask()).toBe(first)
    tag = 'W/"2"'
    const second = await ask()
    expect(second).not.toBe(first)
    expect(second).toEqual(first)
  })
})
