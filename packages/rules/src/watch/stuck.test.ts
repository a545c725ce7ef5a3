import type { WatchedChallenge } from '@pennant/contract/watch'
import { describe, expect, it } from 'vitest'
import { stuckAmong } from './stuck.ts'

const challenge = (id: number, given: Partial<WatchedChallenge>): WatchedChallenge => ({
  id,
  title: `Challenge ${id}`,
  category: 'Misc',
  isEnabled: true,
  score: 500,
  solves: 0,
  wrong: 0,
  tried: 0,
  instances: 0,
  firstSolve: null,
  lastSolve: null,
  ...given,
})
const hour = 3_600_000
const late = { accepted: 10, sinceStartMs: 3 * hour }
const why = (given: Partial<WatchedChallenge>, game = late) =>
  stuckAmong([challenge(1, given)], game).map((one) => one.why)

describe('a challenge', () => {
  it('is stuck when several teams try it and none solves it', () => {
    expect(why({ tried: 3, wrong: 3 })).toEqual(['unsolved'])
    expect(why({ tried: 2, wrong: 2 })).toEqual([])
    expect(why({ tried: 3, solves: 1, wrong: 3 })).toEqual([])
  })

  it('is stuck when it draws far more wrong answers than there are teams', () => {
    expect(why({ tried: 2, solves: 1, wrong: 20 })).toEqual(['wrong'])
    expect(why({ tried: 2, solves: 1, wrong: 19 })).toEqual([])
  })

  it('is stuck when nobody has tried it long after the start', () => {
    expect(why({})).toEqual(['untried'])
    expect(why({}, { accepted: 10, sinceStartMs: hour })).toEqual([])
    expect(why({}, { accepted: 2, sinceStartMs: 3 * hour })).toEqual([])
  })

  it('is not stuck while nobody sees it', () => {
    expect(why({ isEnabled: false, tried: 9 })).toEqual([])
  })
})

it('the one that most teams try comes first', () => {
  const found = stuckAmong([challenge(1, { tried: 3 }), challenge(2, { tried: 7 }), challenge(3, {})], {
    accepted: 10,
    sinceStartMs: 3 * hour,
  })
  expect(found.map((one) => one.challenge.id)).toEqual([2, 1, 3])
})
