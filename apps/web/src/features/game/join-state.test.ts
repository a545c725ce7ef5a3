import type { DetailedGameInfo } from '@pennant/contract/game'
import { describe, expect, it } from 'vitest'
import { asksFor, joinStateOf } from './join-state.ts'

const game = (over: Partial<DetailedGameInfo> = {}): DetailedGameInfo => ({
  id: 1,
  title: 'Regatta',
  summary: '',
  content: '',
  poster: null,
  limit: 0,
  start: 100,
  end: 200,
  hidden: false,
  divisions: null,
  inviteCodeRequired: false,
  writeupRequired: false,
  teamCount: 0,
  division: null,
  teamName: null,
  practiceMode: false,
  status: 'Unsubmitted',
  ...over,
})
const player = { loggedIn: true, teams: 1 }

describe('the door of a game', () => {
  it.each([
    ['a visitor', {}, { loggedIn: false, teams: 0 }, 50, { kind: 'logIn' }],
    ['a visitor afterwards', {}, { loggedIn: false, teams: 0 }, 201, { kind: 'over' }],
    ['anyone who has no team', {}, { loggedIn: true, teams: 0 }, 150, { kind: 'needsTeam' }],
    ['anyone who has one', {}, player, 50, { kind: 'join', again: false }],
    ['anyone who was rejected', { status: 'Rejected' }, player, 150, { kind: 'join', again: true }],
    ['anyone who was rejected, afterwards', { status: 'Rejected' }, player, 201, { kind: 'over' }],
    ['anyone who comes for practice', { practiceMode: true }, player, 201, { kind: 'join', again: false }],
    ['anyone who waits', { status: 'Pending' }, player, 150, { kind: 'pending' }],
    ['anyone who is suspended', { status: 'Suspended' }, player, 150, { kind: 'suspended' }],
    ['a player before the start', { status: 'Accepted' }, player, 99, { kind: 'accepted', open: false }],
    ['a player from the start on', { status: 'Accepted' }, player, 100, { kind: 'accepted', open: true }],
    ['a player afterwards', { status: 'Accepted' }, player, 201, { kind: 'over' }],
    [
      'a player who practices',
      { status: 'Accepted', practiceMode: true },
      player,
      201,
      { kind: 'accepted', open: true },
    ],
  ] as const)('says to %s what is next', (_who, facts, visitor, now, state) => {
    expect(joinStateOf(game(facts), visitor, now)).toEqual(state)
  })
})

describe('what is asked of anyone who joins', () => {
  const divisions = [
    { id: 1, name: 'Open', inviteCodeRequired: false },
    { id: 2, name: 'School', inviteCodeRequired: true },
    { id: 3, name: 'Closed', inviteCodeRequired: true },
  ]
  it('is the code of the game where no division can be joined', () => {
    expect(asksFor({ divisions: null, inviteCodeRequired: true }, [], null)).toEqual({
      division: false,
      code: true,
    })
    expect(asksFor({ divisions, inviteCodeRequired: true }, [], null)).toEqual({
      division: false,
      code: true,
    })
  })
  it('is the code of the division that was chosen, whatever the game says', () => {
    const asked = (id: number | null) => asksFor({ divisions, inviteCodeRequired: true }, [1, 2], id)
    expect(asked(null)).toEqual({ division: true, code: false })
    expect(asked(1)).toEqual({ division: true, code: false })
    expect(asked(2)).toEqual({ division: true, code: true })
  })
})
