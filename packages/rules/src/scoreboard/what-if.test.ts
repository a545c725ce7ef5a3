import { gamePermissions } from '@pennant/contract/enums'
import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BoardInput, createBoard } from './board.ts'
import { referenceBoard } from './reference-board.suite.ts'
import { recordOf } from './random-changes.suite.ts'
import { games } from './random-game.suite.ts'
import type { GameRecord } from './record.ts'
import { challenge, solve, team } from './small-game.suite.ts'
import { type Change, type Difference, isEmpty, shiftOfSolves, whatIf } from './what-if.ts'
import { byBreadth } from '../../../../tests/kit/breadth.ts'

const withHidden = ({ until: _, ...input }: BoardInput): GameRecord => {
  const record = recordOf(input)
  return {
    ...record,
    challenges: [...record.challenges, { ...challenge(77), isEnabled: false }],
    teams: [...record.teams, { ...team(88), status: 'Suspended' }],
    solves: [
      ...record.solves,
      ...record.teams.map(({ participationId }, at) => solve(participationId, 77, 120, 1000 + at)),
      ...record.challenges.map(({ id }, at) => solve(88, id, 101, 2000 + at)),
    ],
  }
}

const shown = (input: BoardInput, part: 'challenge' | 'team'): BoardInput => {
  const { solves } = withHidden(input)
  return part === 'challenge'
    ? { ...input, challenges: [...input.challenges, challenge(77)], solves }
    : { ...input, teams: [...input.teams, team(88)], solves }
}

const someOf = (ids: readonly number[]): fc.Arbitrary<number[]> => fc.subarray([...ids])
const moments = fc.integer({ min: 95, max: 205 })

const scorings = fc.record(
  {
    originalScore: fc.constantFrom(0, 10, 700, 1000),
    minScoreRate: fc.constantFrom(0, 0.25, 1),
    difficulty: fc.constantFrom(0, 2, 10),
    deadline: fc.constantFrom(null, 120, 150, 300),
    disableBloodBonus: fc.boolean(),
  },
  { requiredKeys: [] },
)
const masks = fc.constantFrom<number>(
  gamePermissions.All,
  0,
  gamePermissions.RankOverall,
  gamePermissions.GetScore + gamePermissions.RankOverall,
)

const changesOf = ({ challenges, teams }: BoardInput): fc.Arbitrary<Change> => {
  const challengeIds = someOf([...challenges.map(({ id }) => id), 77])
  const teamIds = someOf([...teams.map(({ teamId }) => teamId), 188])
  const divisionId = fc.constantFrom(1, 2, 3, 9)
  return fc.oneof(
    fc.constant<Change>({ kind: 'enableChallenges', challengeIds: [77] }),
    fc.constant<Change>({ kind: 'acceptTeams', teamIds: [188] }),
    teamIds.map((ids): Change => ({ kind: 'excludeTeams', teamIds: ids })),
    fc
      .tuple(challengeIds, scorings)
      .map(([ids, scoring]): Change => ({ kind: 'scoreChallenges', challengeIds: ids, scoring })),
    fc
      .constantFrom(0, 52_459_530, 314_726_450)
      .map((bloodBonus): Change => ({ kind: 'setBloodBonus', bloodBonus })),
    fc
      .tuple(teamIds, fc.option(divisionId))
      .map(([ids, division]): Change => ({ kind: 'moveTeams', teamIds: ids, divisionId: division })),
    divisionId.map((id): Change => ({ kind: 'deleteDivision', divisionId: id })),
    fc.tuple(divisionId, masks, fc.constantFrom(1, 2, 3), masks).map(
      ([id, defaultPermissions, challengeId, permissions]): Change => ({
        kind: 'permitDivision',
        divisionId: id,
        defaultPermissions,
        challengeConfigs: [{ challengeId, permissions }],
      }),
    ),
    challengeIds.map((ids): Change => ({ kind: 'disableChallenges', challengeIds: ids })),
    challengeIds.map((ids): Change => ({ kind: 'deleteChallenges', challengeIds: ids })),
    teamIds.map((ids): Change => ({ kind: 'deleteTeams', teamIds: ids })),
    fc
      .tuple(teamIds, fc.constantFrom(-700, 1, 700))
      .map(([ids, points]): Change => ({ kind: 'adjustTeams', teamIds: ids, points })),
    moments.map((start): Change => ({ kind: 'moveTimes', start })),
    moments.map((end): Change => ({ kind: 'moveTimes', end })),
    fc.tuple(moments, moments).map(([start, end]): Change => ({ kind: 'moveTimes', start, end })),
  )
}

const cases = games.chain((input) => fc.record({ input: fc.constant(input), change: changesOf(input) }))

const done = (input: BoardInput, change: Change): BoardInput => {
  switch (change.kind) {
    case 'disableChallenges':
    case 'deleteChallenges':
      return { ...input, challenges: input.challenges.filter(({ id }) => !change.challengeIds.includes(id)) }
    case 'enableChallenges':
      return shown(input, 'challenge')
    case 'acceptTeams':
      return shown(input, 'team')
    case 'scoreChallenges':
      return {
        ...input,
        challenges: input.challenges.map((one) =>
          change.challengeIds.includes(one.id) ? { ...one, ...change.scoring } : one,
        ),
      }
    case 'setBloodBonus':
      return { ...input, game: { ...input.game, bloodBonus: change.bloodBonus } }
    case 'adjustTeams':
      return {
        ...input,
        adjustments: [
          ...input.adjustments,
          ...input.teams
            .filter(({ teamId }) => change.teamIds.includes(teamId))
            .map(({ participationId }) => ({
              participationId,
              points: change.points,
              time: 150,
              revokedAt: null,
            })),
        ],
      }
    case 'moveTeams':
      return {
        ...input,
        teams: input.teams.map((one) =>
          change.teamIds.includes(one.teamId) ? { ...one, divisionId: change.divisionId } : one,
        ),
      }
    case 'permitDivision':
      return {
        ...input,
        divisions: input.divisions.map((one) =>
          one.id === change.divisionId
            ? {
                ...one,
                defaultPermissions: change.defaultPermissions,
                challengeConfigs: new Map(
                  change.challengeConfigs.map(({ challengeId, permissions }) => [challengeId, permissions]),
                ),
              }
            : one,
        ),
      }
    case 'deleteDivision':
      return { ...input, divisions: input.divisions.filter(({ id }) => id !== change.divisionId) }
    case 'excludeTeams':
    case 'deleteTeams':
      return { ...input, teams: input.teams.filter(({ teamId }) => !change.teamIds.includes(teamId)) }
    case 'moveTimes':
      return {
        ...input,
        game: {
          ...input.game,
          ...(change.start === undefined ? {} : { start: change.start }),
          ...(change.end === undefined ? {} : { end: change.end }),
        },
      }
  }
}

type Line = { name: string; rank: number; divisionRank: number | null; points: number }

const linesOf = (items: readonly ScoreboardItem[]): Map<number, Line> =>
  new Map(
    items.map(({ id, name, rank, divisionRank, score }) => [id, { name, rank, divisionRank, points: score }]),
  )

const applied = (before: ReadonlyMap<number, Line>, { teams }: Difference): Map<number, Line> => {
  const lines = new Map(before)
  for (const { id, name, before: was, after } of teams) {
    const line = lines.get(id)
    expect(line === undefined ? null : { ...line, name: undefined }).toEqual(
      was === null ? null : { ...was, name: undefined },
    )
    if (after === null) lines.delete(id)
    else lines.set(id, { name, ...after })
  }
  return lines
}

type Places = Map<string, number>

const placesOf = (challenges: readonly { id: number; bloods: readonly { id: number }[] }[]): Places =>
  new Map(
    challenges.flatMap(({ id, bloods }) =>
      bloods.map((blood, at): [string, number] => [`${id}/${at + 1}`, blood.id]),
    ),
  )

const bloodsApplied = (before: Places, { bloods }: Difference): Places => {
  const places = new Map(before)
  for (const { challengeId, place, before: was, after } of bloods) {
    expect(places.get(`${challengeId}/${place}`)).toBe(was?.id)
    if (after === null) places.delete(`${challengeId}/${place}`)
    else places.set(`${challengeId}/${place}`, after.id)
  }
  return places
}

const byKey = <T>(map: ReadonlyMap<string | number, T>): [string | number, T][] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))

describe('what a change would do', () => {
  it('is exactly what doing it does to the board', () => {
    fc.assert(
      fc.property(cases, ({ input, change }) => {
        const difference = whatIf(withHidden(input), change)
        const before = createBoard(input)
        const after = referenceBoard(done(input, change))
        expect(byKey(applied(linesOf(before.items()), difference))).toEqual(byKey(linesOf(after.items)))
        expect(byKey(bloodsApplied(placesOf(before.challenges()), difference))).toEqual(
          byKey(placesOf(after.challenges)),
        )
        const ranked = (items: readonly ScoreboardItem[]) => items.filter(({ rank }) => rank > 0)
        const leading = (items: readonly ScoreboardItem[]) => ranked(items).find(({ score }) => score > 0)?.id
        expect(difference.leader.before?.id).toBe(leading(before.items()))
        expect(difference.leader.after?.id).toBe(leading(after.items))
        const ten = new Set(
          ranked(before.items())
            .slice(0, 10)
            .map(({ id }) => id),
        )
        for (const { id } of difference.firstTen.leave) ten.delete(id)
        for (const { id } of difference.firstTen.enter) ten.add(id)
        expect(ten).toEqual(
          new Set(
            ranked(after.items)
              .slice(0, 10)
              .map(({ id }) => id),
          ),
        )
      }),
      { numRuns: byBreadth(100, 600, 6000) },
    )
  })

  it('names nothing that stays the same', () => {
    fc.assert(
      fc.property(cases, ({ input, change }) => {
        const { teams, bloods } = whatIf(withHidden(input), change)
        for (const { before, after } of teams) expect(before).not.toEqual(after)
        for (const { before, after } of bloods) expect(before?.id).not.toBe(after?.id)
      }),
    )
  })

  it('is nothing where nothing is changed', () => {
    const nothing: Change[] = [
      { kind: 'disableChallenges', challengeIds: [] },
      { kind: 'deleteChallenges', challengeIds: [] },
      { kind: 'deleteTeams', teamIds: [] },
      { kind: 'moveTimes' },
    ]
    fc.assert(
      fc.property(games, fc.constantFrom(...nothing), (input, change) => {
        const difference = whatIf(withHidden(input), change)
        expect(isEmpty(difference)).toBe(true)
        expect(difference).toMatchObject({ teams: [], bloods: [], firstTen: { enter: [], leave: [] } })
        expect(difference.leader.after).toEqual(difference.leader.before)
      }),
    )
  })

  it('is nothing for no change, and for one with its opposite', () => {
    fc.assert(
      fc.property(games, fc.subarray([1, 2, 3, 4]), fc.nat(), (input, challengeIds, nth) => {
        const record = withHidden(input)
        const one = record.teams[nth % record.teams.length]
        const pairs: [Change, Change][] = [
          [
            { kind: 'disableChallenges', challengeIds },
            { kind: 'enableChallenges', challengeIds },
          ],
          [
            { kind: 'excludeTeams', teamIds: [one?.teamId ?? 0] },
            {
              kind: one?.status === 'Accepted' ? 'acceptTeams' : 'excludeTeams',
              teamIds: [one?.teamId ?? 0],
            },
          ],
          [
            { kind: 'moveTeams', teamIds: [one?.teamId ?? 0], divisionId: 2 },
            { kind: 'moveTeams', teamIds: [one?.teamId ?? 0], divisionId: one?.divisionId ?? null },
          ],
          [
            { kind: 'adjustTeams', teamIds: [one?.teamId ?? 0], points: 70 },
            { kind: 'adjustTeams', teamIds: [one?.teamId ?? 0], points: -70 },
          ],
          [
            { kind: 'setBloodBonus', bloodBonus: 0 },
            { kind: 'setBloodBonus', bloodBonus: record.game.bloodBonus },
          ],
          [
            { kind: 'moveTimes', start: 140, end: 160 },
            { kind: 'moveTimes', start: record.game.start, end: record.game.end },
          ],
          ...record.challenges.map(
            ({ id, originalScore, minScoreRate, difficulty, deadline }): [Change, Change] => [
              {
                kind: 'scoreChallenges',
                challengeIds: [id],
                scoring: { originalScore: 1, minScoreRate: 1, difficulty: 1, deadline: 130 },
              },
              {
                kind: 'scoreChallenges',
                challengeIds: [id],
                scoring: { originalScore, minScoreRate, difficulty, deadline },
              },
            ],
          ),
        ]
        expect(isEmpty(whatIf(record))).toBe(true)
        for (const pair of pairs) expect(isEmpty(whatIf(record, ...pair))).toBe(true)
      }),
    )
  })

  it('is nothing for what is not on the board', () => {
    fc.assert(
      fc.property(
        games,
        fc.constantFrom<Change>(
          { kind: 'deleteChallenges', challengeIds: [77] },
          { kind: 'disableChallenges', challengeIds: [77, 4711] },
          { kind: 'deleteTeams', teamIds: [188] },
          { kind: 'excludeTeams', teamIds: [188, 4711] },
          { kind: 'scoreChallenges', challengeIds: [77], scoring: { originalScore: 1 } },
          { kind: 'moveTeams', teamIds: [188], divisionId: 1 },
          { kind: 'deleteDivision', divisionId: 4711 },
        ),
        (input, change) => {
          expect(isEmpty(whatIf(withHidden(input), change))).toBe(true)
        },
      ),
    )
  })

  it('counts the solves that fall out of the times, and those that come in', () => {
    const record = recordOf({
      game: { start: 100, end: 200, bloodBonus: 0 },
      divisions: [],
      challenges: [challenge(1), challenge(2, { deadline: 130 })],
      teams: [team(1), team(2)],
      solves: [solve(1, 1, 110), solve(2, 1, 150), solve(1, 2, 140), solve(2, 2, 130), solve(9, 1, 120)],
      adjustments: [],
    })
    expect(shiftOfSolves(record, { kind: 'moveTimes' })).toEqual({ uncounted: 0, counted: 0 })
    expect(shiftOfSolves(record, { kind: 'moveTimes', end: 150 })).toEqual({ uncounted: 1, counted: 0 })
    expect(shiftOfSolves(record, { kind: 'moveTimes', start: 120 })).toEqual({ uncounted: 1, counted: 0 })
    const scoring = { deadline: null }
    const later: Change = { kind: 'scoreChallenges', challengeIds: [2], scoring }
    expect(shiftOfSolves(record, later)).toEqual({ uncounted: 0, counted: 1 })
    expect(shiftOfSolves(record, { kind: 'excludeTeams', teamIds: [101] })).toEqual({
      uncounted: 1,
      counted: 0,
    })
  })

  it('leaves the record as it was', () => {
    fc.assert(
      fc.property(cases, ({ input, change }) => {
        const record = withHidden(input)
        const copy = structuredClone(record)
        whatIf(record, change)
        expect(record).toEqual(copy)
      }),
    )
  })

  it('names who takes the place of a team that is deleted', () => {
    const record = recordOf({
      game: { start: 100, end: 200, bloodBonus: 52_459_530 },
      divisions: [],
      challenges: [challenge(1)],
      teams: [team(1), team(2)],
      solves: [solve(1, 1, 110), solve(2, 1, 120)],
      adjustments: [],
    })
    expect(whatIf(record, { kind: 'deleteTeams', teamIds: [101] })).toEqual({
      teams: [
        { id: 101, name: 'Team 1', before: { rank: 1, divisionRank: null, points: 1050 }, after: null },
        {
          id: 102,
          name: 'Team 2',
          before: { rank: 2, divisionRank: null, points: 1030 },
          after: { rank: 1, divisionRank: null, points: 1050 },
        },
      ],
      bloods: [
        {
          challengeId: 1,
          title: 'Challenge 1',
          place: 1,
          before: { id: 101, name: 'Team 1' },
          after: { id: 102, name: 'Team 2' },
        },
        { challengeId: 1, title: 'Challenge 1', place: 2, before: { id: 102, name: 'Team 2' }, after: null },
      ],
      leader: { before: { id: 101, name: 'Team 1' }, after: { id: 102, name: 'Team 2' } },
      firstTen: { enter: [], leave: [{ id: 101, name: 'Team 1' }] },
    })
  })
})
