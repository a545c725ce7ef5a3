import type { OwnGame } from '@pennant/contract/game'
import { describe, expect, it } from 'vitest'
import { startOf } from './start.ts'

const now = 1_000
const game = (id: number, over: Partial<OwnGame> = {}): OwnGame => ({
  ...{ id, title: `Game ${id}`, start: 500, end: 2_000, poster: null, status: 'Accepted', teamId: 7 },
  ...{ team: 'Otters', joined: true, rank: 1, score: 0, toNext: null, solved: 0, challengeCount: 0 },
  ...over,
})
const soon = { start: 1_500, end: 3_000 }
const past = { start: 0, end: 900 }
const of = (mine: readonly OwnGame[], teams = 1) => {
  const { lead, others, steps } = startOf(mine, teams, now)
  return {
    lead: lead === null ? null : `${lead.kind} ${lead.game.id}`,
    others: others.map(({ id }) => id),
    steps: steps === null ? null : [steps.team, steps.game, steps.join?.id ?? null],
  }
}

describe('what stands first on the home page of a player', () => {
  it('is the running game that ends first, then the one that starts first', () => {
    expect(of([game(1, { end: 5_000 }), game(2), game(3, soon)])).toEqual({
      lead: 'running 2',
      others: [1, 3],
      steps: null,
    })
    expect(of([game(3, { ...soon, start: 1_600 }), game(4, soon)])).toMatchObject({ lead: 'upcoming 4' })
  })

  it('is the latest game that is over, for two weeks, where no other is on or to come', () => {
    const day = 86_400_000
    expect(of([game(1, { ...past, end: 800 }), game(2, past)]).lead).toBe('over 2')
    expect(of([game(1, past), game(3, soon)]).lead).toBe('upcoming 3')
    expect(of([game(1, { ...past, end: now - 14 * day + 1 })]).lead).toBe('over 1')
    expect(of([game(1, { ...past, end: now - 14 * day })]).lead).toBeNull()
    expect(
      of([game(1, { ...past, status: 'Suspended' }), game(2, { ...past, joined: false })]).lead,
    ).toBeNull()
  })

  it('is no game that the team may not play yet, or no longer', () => {
    expect(of([game(1, { status: 'Pending' }), game(2, { status: 'Suspended' })])).toMatchObject({
      lead: null,
      others: [1, 2],
    })
    expect(of([game(1, { ...soon, status: 'Pending' })])).toMatchObject({ lead: 'upcoming 1' })
  })
})

describe('the three steps', () => {
  it('begin with a team, and go on with a game', () => {
    expect(of([], 0).steps).toEqual([false, false, null])
    expect(of([]).steps).toEqual([true, false, null])
  })

  it('lead into the game that the team plays without the visitor', () => {
    expect(of([game(1, { joined: false })])).toEqual({ lead: null, others: [], steps: [true, false, 1] })
    expect(of([game(1, past), game(2, { joined: false })]).steps).toEqual([true, false, 2])
  })

  it('are over for anyone who plays, waits for a decision, or has played', () => {
    expect(of([game(1, { status: 'Pending' })]).steps).toBeNull()
    expect(of([game(1, past)])).toEqual({ lead: 'over 1', others: [], steps: null })
    expect(of([game(1), game(2, { joined: false })])).toMatchObject({ others: [2], steps: null })
  })

  it('begin again after a rejection', () => {
    expect(of([game(1, { status: 'Rejected' })]).steps).toEqual([true, false, null])
  })
})
