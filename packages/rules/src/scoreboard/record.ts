import type { ParticipationStatus } from '@pennant/contract/enums'
import type { Recorded, RecordedChange, SolveColumns } from '@pennant/contract/record'
import type {
  Adjustment,
  BoardChallenge,
  BoardDivision,
  BoardInput,
  BoardTeam,
  Solve,
} from './board-input.ts'

export type ReasonedAdjustment = Adjustment & { reason: string; revokeReason: string | null }

/** All that boards are computed from, also what is not on the board now. */
export type GameRecord = {
  game: BoardInput['game']
  divisions: readonly BoardDivision[]
  challenges: readonly (BoardChallenge & { isEnabled: boolean })[]
  teams: readonly (BoardTeam & { status: ParticipationStatus })[]
  /** In the order of acceptance. */
  solves: readonly Solve[]
  adjustments: readonly ReasonedAdjustment[]
  /** The oldest first. */
  changes: readonly RecordedChange[]
}

export const boardInputOf = ({
  game,
  divisions,
  solves,
  adjustments,
  ...record
}: GameRecord): BoardInput => ({
  ...{ game, divisions, solves, adjustments, until: null },
  challenges: record.challenges.filter(({ isEnabled }) => isEnabled),
  teams: record.teams.filter(({ status }) => status === 'Accepted'),
})

/** For a big game, in portions. `readRecord` reads what has been added. */
export const createColumns = () => {
  const indexes = new Map<string, number>()
  const columns: SolveColumns = {
    participations: [],
    challenges: [],
    times: [],
    submissions: [],
    users: [],
    names: [],
  }
  let [time, submission] = [0, 0]
  return {
    columns,
    add(solve: Solve): void {
      const { userName } = solve
      columns.participations.push(solve.participationId)
      columns.challenges.push(solve.challengeId)
      columns.times.push(solve.time - time)
      columns.submissions.push(solve.submissionId - submission)
      time = solve.time
      submission = solve.submissionId
      if (userName !== null && !indexes.has(userName)) {
        indexes.set(userName, indexes.size)
        columns.names.push(userName)
      }
      columns.users.push(userName === null ? -1 : (indexes.get(userName) ?? -1))
    },
  }
}

const solvesIn = ({
  participations,
  challenges,
  times,
  submissions,
  users,
  names,
}: SolveColumns): Solve[] => {
  let [time, submissionId] = [0, 0]
  return participations.map((participationId, at) => {
    time += times[at] ?? 0
    submissionId += submissions[at] ?? 0
    const challengeId = challenges[at] ?? 0
    const userName = names[users[at] ?? -1] ?? null
    return { participationId, challengeId, submissionId, time, userName }
  })
}

export const readRecord = (sent: Recorded): GameRecord => ({
  game: { start: sent.start, end: sent.end, bloodBonus: sent.bloodBonus },
  divisions: sent.divisions.map(({ challengeConfigs, ...division }) => ({
    ...division,
    challengeConfigs: permissionsByChallenge(challengeConfigs),
  })),
  challenges: sent.challenges,
  teams: sent.teams,
  solves: solvesIn(sent.solves),
  adjustments: sent.adjustments,
  changes: sent.changes ?? [],
})

export const permissionsByChallenge = (
  configs: readonly { challengeId: number; permissions: number }[],
): ReadonlyMap<number, number> =>
  new Map(configs.map(({ challengeId, permissions }) => [challengeId, permissions]))
