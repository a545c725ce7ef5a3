import type { RecordedChange, RecordedState } from '@pennant/contract/record'
import fc from 'fast-check'
import type { BoardInput } from './board-input.ts'
import { games, withoutDuplicates } from './random-game.suite.ts'
import type { GameRecord } from './record.ts'

/** In its own words: the settings as they were from each change on, beside the record that only has the last. */
export type PlayedGame = { record: GameRecord; stateBefore(moment: number): GameRecord }

type Edit = Pick<RecordedChange, 'kind' | 'id' | 'time'> & { next: RecordedState | 'create' }

const masks = fc.constantFrom(0, 1023, 2, 4, 8, 14, 1015)
const curve = fc.record(
  {
    originalScore: fc.constantFrom(0, 10, 700, 1000),
    minScoreRate: fc.constantFrom(0, 0.25, 1),
    difficulty: fc.constantFrom(0, 2, 10),
    deadline: fc.constantFrom(null, 120, 150, 300),
    disableBloodBonus: fc.boolean(),
    isEnabled: fc.boolean(),
    title: fc.constantFrom('Alpha', 'Gamma'),
    position: fc.constantFrom(null, 1, 2),
  },
  { requiredKeys: [] },
)
const standing = fc.record(
  {
    status: fc.constantFrom('Accepted' as const, 'Suspended' as const, 'Pending' as const),
    divisionId: fc.constantFrom(null, 1, 2, 3),
  },
  { requiredKeys: [] },
)
const times = fc.record(
  {
    start: fc.integer({ min: 95, max: 140 }),
    end: fc.integer({ min: 150, max: 205 }),
    bloodBonus: fc.constantFrom(0, 52_459_530, 314_726_450),
  },
  { requiredKeys: [] },
)
const division = fc.record(
  {
    defaultPermissions: masks,
    challengeConfigs: fc.array(fc.record({ challengeId: fc.constantFrom(1, 2, 3), permissions: masks }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
)

const editsOf = ({ challenges, divisions, teams }: BoardInput): fc.Arbitrary<Edit[]> => {
  const oneOf = (kind: Edit['kind'], ids: number[], next: fc.Arbitrary<RecordedState>) =>
    ids.length === 0 ? [] : [fc.record({ kind: fc.constant(kind), id: fc.constantFrom(...ids), next })]
  const edit = fc.oneof(
    ...oneOf('Game', [1], times),
    ...oneOf(
      'Challenge',
      challenges.map(({ id }) => id),
      curve,
    ),
    ...oneOf(
      'Division',
      divisions.map(({ id }) => id),
      division,
    ),
    ...oneOf(
      'Participation',
      teams.map(({ participationId }) => participationId),
      standing,
    ),
    fc.record({
      kind: fc.constant('Participation' as const),
      id: fc.constant(60),
      next: fc.constant('create' as const),
    }),
  )
  const time = fc.integer({ min: 90, max: 215 })
  return fc
    .array(fc.tuple(edit, time), { maxLength: 12 })
    .map((all) =>
      all.map(([one, at]) => ({ ...one, time: at })).toSorted((one, other) => one.time - other.time),
    )
}

const membersOf = (state: GameRecord, { kind, id }: Edit): RecordedState | undefined => {
  if (kind === 'Game') return state.game
  if (kind === 'Challenge') return state.challenges.find((one) => one.id === id)
  if (kind === 'Participation') return state.teams.find((one) => one.participationId === id)
  const found = state.divisions.find((one) => one.id === id)
  return (
    found && {
      name: found.name,
      defaultPermissions: found.defaultPermissions,
      challengeConfigs: [...found.challengeConfigs].map(([challengeId, permissions]) => ({
        challengeId,
        permissions,
      })),
    }
  )
}

const newTeam: GameRecord['teams'][number] = {
  ...{ participationId: 60, teamId: 940, name: 'Late', bio: null, avatar: null, divisionId: null },
  status: 'Accepted',
}

const withNewTeam = (state: GameRecord): GameRecord => ({ ...state, teams: [...state.teams, newTeam] })

const edited = (state: GameRecord, { kind, id }: Edit, next: RecordedState): GameRecord => {
  const { challengeConfigs, ...members } = next
  const isIt = (one: { id: number }): boolean => one.id === id
  // The members fit the kind, by how they are drawn.
  const plain = members as object
  if (kind === 'Game') return { ...state, game: { ...state.game, ...plain } }
  if (kind === 'Challenge')
    return { ...state, challenges: state.challenges.map((one) => (isIt(one) ? { ...one, ...plain } : one)) }
  if (kind === 'Division') {
    const configs =
      challengeConfigs === undefined
        ? {}
        : { challengeConfigs: new Map(challengeConfigs.map((one) => [one.challengeId, one.permissions])) }
    return {
      ...state,
      divisions: state.divisions.map((one) => (isIt(one) ? { ...one, ...plain, ...configs } : one)),
    }
  }
  return {
    ...state,
    teams: state.teams.map((one) => (one.participationId === id ? { ...one, ...plain } : one)),
  }
}

const play = (begun: GameRecord, edits: readonly Edit[]): PlayedGame => {
  let state = begun
  const changes: RecordedChange[] = []
  const states: { from: number; state: GameRecord }[] = [{ from: Number.NEGATIVE_INFINITY, state }]
  for (const edit of edits) {
    const { kind, id, time, next } = edit
    const reason = changes.length % 3 === 0 ? `Reason ${changes.length}` : null
    const there = membersOf(state, edit)
    if (next === 'create') {
      if (there !== undefined) continue
      state = withNewTeam(state)
      changes.push({ kind, id, time, before: null, after: { status: 'Accepted', divisionId: null }, reason })
    } else if (there !== undefined) {
      const names = Object.keys(next)
      const before = Object.fromEntries(Object.entries(there).filter(([name]) => names.includes(name)))
      state = edited(state, edit, next)
      changes.push({ kind, id, time, before, after: next, reason })
    }
    states.push({ from: time, state })
  }
  return {
    record: { ...state, changes },
    stateBefore: (moment) => states.findLast(({ from }) => from < moment)?.state ?? begun,
  }
}

export const recordOf = ({
  challenges,
  teams,
  adjustments,
  ...rest
}: Omit<BoardInput, 'until'>): GameRecord => ({
  ...rest,
  challenges: challenges.map((one) => ({ ...one, isEnabled: true })),
  teams: teams.map((one) => ({ ...one, status: 'Accepted' })),
  adjustments: adjustments.map((one) => ({ ...one, reason: 'A bug report', revokeReason: 'A mistake' })),
  changes: [],
})

export const playedGames: fc.Arbitrary<PlayedGame> = games.chain((drawn) => {
  const { until: _, ...input } = withoutDuplicates(drawn)
  return editsOf(drawn).map((edits) => play(recordOf(input), edits))
})
