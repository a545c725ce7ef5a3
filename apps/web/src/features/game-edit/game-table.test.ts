import type { GameInfo } from '@pennant/contract/game'
import { describe, expect, it } from 'vitest'
import { bodyOf } from './game-body.ts'
import { gamesIn, timesOfCopy, usualTimes } from './game-table.ts'

const hour = 3_600_000
const now = 1_000 * hour

const game = (id: number, changes: Partial<GameInfo> = {}): GameInfo => ({
  id,
  title: `Game ${id}`,
  hidden: false,
  summary: '',
  content: '',
  acceptWithoutReview: false,
  writeupRequired: false,
  inviteCode: null,
  teamMemberCountLimit: 0,
  containerCountLimit: 3,
  poster: null,
  publicKey: 'key',
  practiceMode: true,
  start: now + id * hour,
  end: now + (id + 5) * hour,
  writeupDeadline: 0,
  writeupNote: '',
  bloodBonus: 0,
  ...changes,
})

const all = [
  game(1, { title: 'Winter', start: now - 9 * hour, end: now - hour }),
  game(2, { title: 'autumn', hidden: true, start: now - hour }),
  game(3, { title: 'Spring cup', summary: 'For beginners' }),
]
const view = { text: '', phase: null, visible: null, by: 'id', descending: true, now } as const
const ids = (changes: Partial<Parameters<typeof gamesIn>[1]>): number[] =>
  gamesIn(all, { ...view, ...changes }).map(({ id }) => id)

describe('the table of games', () => {
  it('finds games by title, summary and number', () => {
    expect(ids({ text: 'SPRING' })).toEqual([3])
    expect(ids({ text: ' beginners ' })).toEqual([3])
    expect(ids({ text: '#2' })).toEqual([2])
    expect(ids({ text: 'nothing' })).toEqual([])
  })

  it('keeps to a phase and to what is hidden', () => {
    expect(ids({ phase: 'upcoming' })).toEqual([3])
    expect(ids({ phase: 'running' })).toEqual([2])
    expect(ids({ phase: 'ended' })).toEqual([1])
    expect(ids({ visible: 'hidden' })).toEqual([2])
    expect(ids({ visible: 'unlisted' })).toEqual([])
    expect(ids({ visible: 'listed' })).toEqual([3, 1])
    const byLink = game(4, { hidden: true, unlisted: true })
    expect(gamesIn([...all, byLink], { ...view, visible: 'unlisted' })).toEqual([byLink])
    expect(gamesIn([...all, byLink], { ...view, visible: 'hidden' })).toEqual([all[1]])
  })

  it('sorts both ways', () => {
    expect(ids({})).toEqual([3, 2, 1])
    expect(ids({ by: 'title', descending: false })).toEqual([2, 3, 1])
    expect(ids({ by: 'start', descending: false })).toEqual([1, 2, 3])
    expect(ids({ by: 'end', descending: true })).toEqual([3, 2, 1])
  })
})

describe('the times of a new game', () => {
  it('begin with the next full hour and last a day', () => {
    expect(usualTimes(now)).toEqual({ start: now + hour, end: now + 25 * hour })
    expect(usualTimes(now + 1)).toEqual({ start: now + hour, end: now + 25 * hour })
  })

  it('last as long as the game that is copied, and never no time at all', () => {
    expect(timesOfCopy({ start: 0, end: 48 * hour }, now)).toEqual({
      start: now + hour,
      end: now + 49 * hour,
    })
    expect(timesOfCopy({ start: 5, end: 5 }, now).end).toBe(now + 2 * hour)
  })
})

describe('what is sent of a game', () => {
  it('carries every member over but what only the server sets', () => {
    const { id, poster, publicKey, ...rest } = game(7, { inviteCode: 'abc', bloodBonus: 5 })
    expect(bodyOf({ id, poster, publicKey, ...rest })).toEqual(rest)
    expect(bodyOf(game(7), { hidden: true })).toMatchObject({
      hidden: true,
      title: 'Game 7',
    })
    expect(bodyOf(game(7, { hidden: true, unlisted: true }))).toMatchObject({ hidden: true, unlisted: true })
  })
})
