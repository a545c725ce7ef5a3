import type { AnswerResult } from '@pennant/contract/enums'
import type { Attempt } from '@pennant/contract/submission'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { sessionQuery } from '../../api/queries/session.ts'
import { attemptsQuery } from './attempts.ts'
import { challengeQuery, detailsQuery } from './queries.ts'
import { createVerdictUpdate, withAttempt } from './verdict.ts'

const challengeRef = { game: 1, challenge: 7 }
const now = 1_000_000
const attempt = (answer: string, time = now - 60_000, user = 'mo'): Attempt => ({
  ...{ answer, time, user },
  status: 'WrongAnswer',
})

type Given = { limit?: number; attempts?: Attempt[]; counted?: number; solvedAtAsk?: number }

const world = async ({
  limit = 0,
  attempts = [],
  counted = attempts.length,
  solvedAtAsk = 1,
}: Given = {}) => {
  const asked: string[] = []
  let standings = 0
  // Only the members that matter here.
  const answers: Record<string, () => unknown> = {
    'submission.attempts': () => attempts,
    'challenge.read': () => ({ id: 7, limit, attempts: counted }),
    'scoreboard.details': () => {
      const solved = ++standings > solvedAtAsk
      return { rank: { solvedChallenges: solved ? [{ id: 7 }] : [] } }
    },
  }
  const api = {
    time: { now: () => now },
    extensions: { supported: true },
    async call({ id }: { id: string }) {
      asked.push(id)
      return answers[id]?.()
    },
  } as unknown as Api
  const queries = new QueryClient()
  queries.setQueryData(sessionQuery(api).queryKey, { userName: 'nova' } as never)
  const shown = [
    new QueryObserver(queries, attemptsQuery(api, challengeRef) as never),
    new QueryObserver(queries, challengeQuery(api, challengeRef, false) as never),
    new QueryObserver(queries, detailsQuery(api, 1, false) as never),
  ]
  const leave = shown.map((observer) => observer.subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(0)
  const take = (): string[] => asked.splice(0)
  take()
  const update = createVerdictUpdate({ api, queries, challengeRef })
  return {
    update,
    take,
    judge: async (flag: string, result: AnswerResult | null): Promise<string[]> => {
      update.judged(flag, result)
      await vi.advanceTimersByTimeAsync(0)
      return take()
    },
    listed: () => queries.getQueryData(attemptsQuery(api, challengeRef).queryKey),
    count: () => queries.getQueryData(challengeQuery(api, challengeRef, false).queryKey)?.attempts,
    reload: () => queries.refetchQueries({ queryKey: attemptsQuery(api, challengeRef).queryKey }),
    close: () => leave.map((stop) => stop()),
  }
}

describe('a verdict', () => {
  beforeEach(() => void vi.useFakeTimers({ now }))
  afterEach(() => void vi.useRealTimers())

  it('of a wrong flag asks for nothing, and shows the attempt and their number', async () => {
    const { judge, listed, count, close } = await world({ attempts: [attempt('flag{a}')] })
    expect(await judge('flag{b}', 'WrongAnswer')).toEqual([])
    expect(listed()).toEqual([attempt('flag{b}', now, 'nova'), attempt('flag{a}')])
    expect(count()).toBe(2)
    close()
  })

  it('counts what teammates have tried meanwhile, as far as the list shows it', async () => {
    const { judge, count, close } = await world({ attempts: [attempt('flag{a}')], counted: 0 })
    await judge('flag{b}', 'WrongAnswer')
    expect(count()).toBe(2)
    close()
  })

  it('counts on where the list is too long to count by it', async () => {
    const attempts = Array.from({ length: 100 }, (_, at) => attempt(`flag{${at}}`))
    const { judge, listed, count, close } = await world({ attempts, counted: 250 })
    await judge('flag{b}', 'WrongAnswer')
    expect(count()).toBe(251)
    expect(listed()).toHaveLength(100)
    close()
  })

  it('asks how many attempts are left where they are limited', async () => {
    const { judge, close } = await world({ limit: 3 })
    expect(await judge('flag{b}', 'WrongAnswer')).toEqual(['challenge.read'])
    close()
  })

  it('of a right flag asks for points and rank alone, once', async () => {
    const { judge, take, close } = await world()
    expect(await judge('flag{b}', 'Accepted')).toEqual(['scoreboard.details'])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(take().filter((id) => id !== 'submission.attempts')).toEqual([])
    close()
  })

  it('asks for points and rank once more, but no more, where the board was older than the solve', async () => {
    const { judge, take, close } = await world({ solvedAtAsk: Number.POSITIVE_INFINITY })
    expect(await judge('flag{b}', 'Accepted')).toEqual(['scoreboard.details'])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(take()).toEqual(['scoreboard.details'])
    await vi.advanceTimersByTimeAsync(6_000)
    expect(take()).toEqual([])
    close()
  })

  it('that has not come asks for everything', async () => {
    const { judge, close } = await world()
    expect(await judge('flag{b}', null)).toHaveLength(3)
    close()
  })

  it('does not trust a list that was under way', async () => {
    const { judge, reload, take, close } = await world()
    void reload()
    take()
    expect(await judge('flag{b}', 'WrongAnswer')).toEqual(['submission.attempts'])
    close()
  })
})

describe('a refusal', () => {
  beforeEach(() => void vi.useFakeTimers({ now }))
  afterEach(() => void vi.useRealTimers())

  it('asks for everything, unless it says that there were too many requests', async () => {
    const { update, take, close } = await world()
    update.refused(new ApiProblem('refused', { status: 429 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(take()).toEqual([])
    update.refused(new ApiProblem('refused', { status: 400 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(take()).toHaveLength(3)
    close()
  })
})

it('an attempt that the list has already is not added, unless it is an older one', () => {
  const made = attempt('flag{a}', now, 'nova')
  expect(withAttempt([attempt('flag{a}', now - 500, 'nova')], made)).toHaveLength(1)
  expect(withAttempt([attempt('flag{a}', now - 500, 'mo')], made)).toHaveLength(2)
  expect(withAttempt([attempt('flag{a}', now - 9_000, 'nova')], made)).toHaveLength(2)
})
