import { describe, expect, it } from 'vitest'
import type { TeamChange } from '@pennant/contract/hub'
import type { ChallengeItem } from '@pennant/contract/scoreboard'
import { viewOfSolve } from './solve-view.ts'

const reader = { userId: 'u1', userName: 'nova' }
const solve: ChallengeItem = { id: 7, score: 525, type: 'FirstBlood', userName: 'nova', time: 50_000 }
const news: TeamChange = {
  ...{ gameId: 1, challengeId: 7, what: 'Solved', time: 50_000, userId: 'u1', user: 'nova' },
  ...{ points: 525, place: 1, rank: 19, rankBefore: 46, score: 525, solved: 1 },
  passed: { names: ['Ferry Loop', 'Hex on the Beach'], count: 27 },
}
const unsolved = { ours: false, later: false, score: 500, solve: null }
const solved = { ...unsolved, ours: true, solve }
const usual = {
  ...{ news: undefined, listed: unsolved, rank: 46, rankBefore: 46, reader, sentAt: 50_100 },
  ...{ isFrozen: false, isOver: false },
}

describe('what the card of a solve says', () => {
  it('is what the news say, before the list knows of it', () => {
    expect(viewOfSolve({ ...usual, news })).toEqual({
      ...{ kind: 'solved', place: 1, by: null, points: 525, bonus: null, later: false },
      ...{ earlierMs: 1_000, rank: 19, rankBefore: 46, passed: news.passed },
    })
  })

  it('is what the list says where there are no news', () => {
    expect(viewOfSolve({ ...usual, listed: solved, rank: 19 })).toEqual({
      ...{ kind: 'solved', place: 1, by: null, points: 525, bonus: { base: 500, extra: 25 }, later: false },
      ...{ earlierMs: 1_000, rank: 19, rankBefore: 46, passed: null },
    })
  })

  it('is nothing but the verdict while neither is known', () => {
    const { points, rank, place, by } = viewOfSolve(usual)
    expect({ points, rank, place, by }).toEqual({ points: null, rank: null, place: 0, by: null })
  })

  it('has no rank where the team has none', () => {
    const { rank, rankBefore } = viewOfSolve({ ...usual, news: { ...news, rank: 0, rankBefore: 0 }, rank: 0 })
    expect([rank, rankBefore]).toEqual([null, null])
  })

  it('names a teammate, and says by how much they were faster than the reader', () => {
    const kai = { ...news, userId: 'u2', user: 'kai' }
    expect(viewOfSolve({ ...usual, news: kai, sentAt: null })).toMatchObject({ kind: 'solved', by: 'kai' })
    expect(viewOfSolve({ ...usual, news: kai, sentAt: 53_000 })).toMatchObject({
      ...{ kind: 'faster', by: 'kai', earlierMs: 3_000 },
    })
    const listed = { ...solved, solve: { ...solve, userName: 'kai' } }
    expect(viewOfSolve({ ...usual, listed, sentAt: 50_200 })).toMatchObject({
      kind: 'faster',
      earlierMs: 1_000,
    })
  })

  it('tells neither blood nor rank while the board is frozen', () => {
    const { place: _place, rank: _rank, rankBefore: _before, passed: _passed, ...own } = news
    const later = { place: 0, rank: null, rankBefore: null, passed: null, points: 500, later: true }
    const frozen = { ...usual, isFrozen: true }
    expect(viewOfSolve({ ...frozen, news: { ...own, points: 500 } })).toMatchObject(later)
    const listed = { ...solved, later: true, solve: { ...solve, type: 'Normal' as const, score: 500 } }
    expect(viewOfSolve({ ...frozen, listed })).toMatchObject(later)
    // One from before the freeze stays what it was.
    expect(viewOfSolve({ ...frozen, listed: solved })).toMatchObject({ later: false, place: 1 })
  })

  it('earns nothing after the end, nor in a division without score', () => {
    const nothing = { ...news, points: 0, place: 0 }
    expect(viewOfSolve({ ...usual, news: nothing, isOver: true }).kind).toBe('practice')
    expect(viewOfSolve({ ...usual, news: nothing }).kind).toBe('unscored')
    const listed = { ...unsolved, score: 0 }
    expect(viewOfSolve({ ...usual, news: nothing, listed }).kind).toBe('solved')
  })
})
