import { gamePermissions } from '@pennant/contract/enums'
import fc from 'fast-check'
import type {
  Adjustment,
  BoardChallenge,
  BoardDivision,
  BoardInput,
  BoardTeam,
  Solve,
} from './board-input.ts'

const start = 100
const end = 200
const challengeIds = [1, 2, 3, 4]
const divisionIds = [1, 2, 3]

const { All, AffectDynamicScore, GetBlood, GetScore, RankOverall } = gamePermissions
const masks = fc.oneof(
  fc.constant<number>(All),
  fc
    .subarray([RankOverall, GetScore, GetBlood, AffectDynamicScore])
    .map((bits) => bits.reduce((mask: number, bit) => mask | bit, 0)),
)

const divisions: fc.Arbitrary<BoardDivision[]> = fc.subarray(divisionIds).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc.record({
        id: fc.constant(id),
        name: fc.constant(`Division ${id}`),
        defaultPermissions: masks,
        challengeConfigs: fc
          .array(fc.tuple(fc.constantFrom(...challengeIds, 9), masks), { maxLength: 3 })
          .map((entries) => new Map(entries)),
      }),
    ),
  ),
)

const challenges: fc.Arbitrary<BoardChallenge[]> = fc.shuffledSubarray(challengeIds).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc.record({
        id: fc.constant(id),
        title: fc.constantFrom('Alpha', 'alpha', 'Beta', 'Ähre'),
        category: fc.constantFrom('Misc', 'Crypto', 'OSINT'),
        originalScore: fc.oneof(fc.constantFrom(0, 10, 500, 1000), fc.nat(2000)),
        minScoreRate: fc.constantFrom(0, 0.1, 0.25, 1),
        difficulty: fc.constantFrom(0, 0.5, 2, 10),
        deadline: fc.constantFrom(null, null, 150, end, 300),
        disableBloodBonus: fc.boolean(),
        position: fc.constantFrom(null, null, 1, 2, 3),
      }),
    ),
  ),
)

const teams: fc.Arbitrary<BoardTeam[]> = fc
  .uniqueArray(
    fc.record({
      participationId: fc.integer({ min: 1, max: 30 }),
      divisionId: fc.constantFrom(null, ...divisionIds),
    }),
    { selector: ({ participationId }) => participationId, maxLength: 14 },
  )
  .map((places) =>
    places.map(({ participationId, divisionId }) => ({
      participationId,
      // In the opposite order, so that no test mistakes one id for the other.
      teamId: 1000 - participationId,
      name: `Team ${participationId}`,
      bio: participationId % 2 === 0 ? 'Even' : null,
      avatar: participationId % 3 === 0 ? `/assets/${participationId}/avatar` : null,
      divisionId,
    })),
  )

const solvesOf = (teamsThere: readonly BoardTeam[]): fc.Arbitrary<Solve[]> =>
  fc
    .array(
      fc.record({
        participationId: fc.constantFrom(...teamsThere.map((team) => team.participationId), 99),
        challengeId: fc.constantFrom(...challengeIds),
        time: fc.oneof(fc.integer({ min: start - 5, max: end + 5 }), fc.constantFrom(start, 150, end)),
        userName: fc.constantFrom(null, 'alice', 'bob'),
      }),
      { maxLength: 50 },
    )
    .chain((drafts) =>
      fc
        .shuffledSubarray(
          drafts.map((_, index) => index + 1),
          { minLength: drafts.length },
        )
        .map((ids) => drafts.map((draft, index) => ({ ...draft, submissionId: ids[index] ?? 0 }))),
    )

const adjustmentsOf = (teamsThere: readonly BoardTeam[]): fc.Arbitrary<Adjustment[]> =>
  fc.array(
    fc
      .record({
        participationId: fc.constantFrom(...teamsThere.map((team) => team.participationId), 99),
        points: fc.integer({ min: -2_000, max: 2_000 }).filter((points) => points !== 0),
        time: fc.oneof(fc.integer({ min: start, max: end + 50 }), fc.constantFrom(start, 130, 150, end)),
        after: fc.constantFrom(null, null, 0, 1, 40),
      })
      .map(({ after, ...given }) => ({ ...given, revokedAt: after === null ? null : given.time + after })),
    { maxLength: 8 },
  )

export const games: fc.Arbitrary<BoardInput> = fc.record({ divisions, challenges, teams }).chain((world) =>
  fc.record({
    game: fc.record({
      start: fc.constant(start),
      end: fc.constant(end),
      bloodBonus: fc.constantFrom(52_459_530, 314_726_450, 1_049_601_000, 1_049_624_576, 0),
    }),
    divisions: fc.constant(world.divisions),
    challenges: fc.constant(world.challenges),
    teams: fc.constant(world.teams),
    solves: solvesOf(world.teams),
    adjustments: fc.oneof(fc.constant([]), adjustmentsOf(world.teams)),
    until: fc.constant(null),
  }),
)

export const frozenGames: fc.Arbitrary<BoardInput & { until: number }> = games.chain((input) =>
  fc.constantFrom(start, 130, 150, end).map((until) => ({ ...input, until })),
)

/** With second solves of a pair, the order of arrival would count. */
export const withoutDuplicates = (input: BoardInput): BoardInput => {
  const pairs = new Map(input.solves.map((solve) => [`${solve.participationId}/${solve.challengeId}`, solve]))
  return { ...input, solves: [...pairs.values()] }
}
