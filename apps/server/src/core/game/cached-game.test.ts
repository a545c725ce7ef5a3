import { describe, expect, it } from 'vitest'
import { CachedGame } from './cached-game.ts'
import type { Changes } from './changes.ts'
import type { GameChallenge, GameParticipation, GameSettings } from './game.ts'

const participation = (id: number, given: Partial<GameParticipation> = {}): GameParticipation => ({
  ...{ id, teamId: id, teamName: `Team ${id}`, teamBio: null, teamAvatarHash: null },
  ...{ divisionId: null, status: 'Accepted', token: `token ${id}` },
  ...given,
})

const teamsOf = (participations: readonly GameParticipation[], solver = 'Solver'): Changes['teams'] => ({
  participations: new Map(participations.map((one) => [one.id, one])),
  registrations: new Map([['user', 1]]),
  names: new Map([['user', solver]]),
})

const changesOf = (revision: number, given: Partial<Changes>): Changes => ({
  ledger: {
    ...{
      revision,
      setup: 1,
      teams: given.teams === undefined ? 1 : revision,
      solves: 1,
      purge: 0,
      points: 0,
    },
    ...{ notices: 0, shown: null, board_at: new Date(revision), notices_at: new Date(0), gone: false },
  },
  ...{ setup: null, teams: null, solves: null, adjustments: null, notices: null },
  ...given,
})

const settings: Partial<GameSettings> = { start: 0, end: 1_000, bloodBonus: 0 }
const challenge: Partial<GameChallenge> = {
  ...{ id: 1, title: 'One', category: 'Misc', isEnabled: true, originalScore: 500, minScoreRate: 0.5 },
  ...{ difficulty: 5, deadline: null, position: null, disableBloodBonus: false },
}

const first = participation(1)
const second = participation(2)

const opened = () => {
  const cached = new CachedGame(1)
  cached.apply(
    changesOf(1, {
      setup: {
        settings: settings as GameSettings,
        divisions: new Map(),
        challenges: new Map([[1, challenge as GameChallenge]]),
      },
      teams: teamsOf([first, second]),
      solves: {
        replace: true,
        rows: [
          {
            participationId: 1,
            challengeId: 1,
            submissionId: 1,
            time: 10,
            userId: 'user',
            userName: 'Solver',
          },
        ],
      },
    }),
  )
  return cached
}

describe('a game whose teams have changed', () => {
  it.each([
    ['a team applies', teamsOf([first, second, participation(3, { status: 'Pending' })])],
    [
      'a member joins',
      {
        ...teamsOf([first, second]),
        registrations: new Map([
          ['user', 1],
          ['other', 2],
        ]),
      },
    ],
  ])('keeps its board when %s', (_what, teams) => {
    const cached = opened()
    const before = cached.game
    cached.apply(changesOf(2, { teams: teams as Changes['teams'] }))
    expect(cached.game?.board).toBe(before?.board)
    expect(cached.game).toMatchObject({
      boardVersion: 2,
      shapeVersion: 1,
      participations: teams?.participations,
    })
  })

  it.each([
    ['a team is accepted', teamsOf([first, second, participation(3)])],
    ['a team is suspended', teamsOf([first, participation(2, { status: 'Suspended' })])],
    ['a team is renamed', teamsOf([first, participation(2, { teamName: 'Other' })])],
    ['a team moves to a division', teamsOf([first, participation(2, { divisionId: 1 })])],
    ['a team gets another token', teamsOf([first, participation(2, { token: 'other' })])],
    ['a solver is renamed', teamsOf([first, second], 'Other')],
  ])('has another board when %s', (_what, teams) => {
    const cached = opened()
    const before = cached.game
    cached.apply(changesOf(2, { teams }))
    expect(cached.game?.board).not.toBe(before?.board)
    expect(cached.game).toMatchObject({ boardVersion: 2, shapeVersion: 2 })
  })
})
