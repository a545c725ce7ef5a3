import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { ParticipationStatus } from '@pennant/contract/enums'
import type { Scoreboard, ScoreboardItem } from '@pennant/contract/scoreboard'
import {
  type Adjustment,
  type BoardChallenge,
  type BoardDivision,
  type BoardInput,
  type BoardTeam,
  createBoard,
  type Solve,
} from './board.ts'

export type GameRecord = {
  game: BoardInput['game']
  divisions: readonly BoardDivision[]
  challenges: readonly (BoardChallenge & { isEnabled: boolean })[]
  teams: readonly (BoardTeam & { status: ParticipationStatus })[]
  solves: readonly Solve[]
  adjustments: readonly Adjustment[]
}

export const boardInputOf = ({ challenges, teams, ...rest }: GameRecord): BoardInput => ({
  ...rest,
  until: null,
  challenges: challenges.filter(({ isEnabled }) => isEnabled),
  teams: teams.filter(({ status }) => status === 'Accepted'),
})

export type GameAnswers = {
  game: { start: number; end: number }
  /** With `detail`. */
  challenges: readonly ChallengeSummary[]
  scoreboard: Scoreboard
  /** The ids of the submissions behind the solves at `undecidedTimes`. */
  order: SolveOrder
  absent?: AbsentPart
}

export type AbsentPart = {
  challenges: readonly BoardChallenge[]
  teams: readonly Omit<BoardTeam, 'participationId'>[]
  solves: readonly AbsentSolve[]
}
export type AbsentSolve = {
  teamId: number
  challengeId: number
  submission: number
  time: number
  userName: string | null
}

type Solved = { id: number; solvedChallenges: readonly { id: number; time: number }[] }

/** By `solveKey`. */
export type SolveOrder = ReadonlyMap<string, number>

export const solveKey = (teamId: number, challengeId: number): string => `${teamId}/${challengeId}`

/** In milliseconds. The board does not tell which of two solves at the same time came first. */
export const undecidedTimes = ({ items }: { items: readonly Solved[] }): number[] => {
  const seen = new Set<string>()
  const undecided = new Set<number>()
  for (const team of items)
    for (const { id, time } of team.solvedChallenges)
      for (const key of [`team ${team.id} ${time}`, `challenge ${id} ${time}`]) {
        if (seen.has(key)) undecided.add(time)
        seen.add(key)
      }
  return [...undecided]
}

/** Only what is on the board, with team ids for participation ids. Null for answers of different moments. */
export const recordOf = (answers: GameAnswers): GameRecord | null => {
  const { game, scoreboard, absent } = answers
  const challenges = challengesOf(answers)
  if (challenges === null) return null
  const record: GameRecord = {
    game: { start: game.start, end: game.end, bloodBonus: scoreboard.bloodBonus },
    divisions: scoreboard.divisions.map(({ id, name, defaultPermissions, challengeConfigs }) => ({
      id,
      name,
      defaultPermissions,
      challengeConfigs: new Map(
        Object.values(challengeConfigs).map(({ challengeId, permissions }) => [challengeId, permissions]),
      ),
    })),
    challenges: [...challenges, ...(absent?.challenges ?? []).map((one) => ({ ...one, isEnabled: false }))],
    teams: [
      ...scoreboard.items.map(({ id, name, bio, avatar, divisionId }) => ({
        participationId: id,
        teamId: id,
        name,
        bio,
        avatar,
        divisionId,
        status: 'Accepted' as const,
      })),
      ...(absent?.teams ?? []).map((one) => ({
        ...one,
        participationId: one.teamId,
        status: 'Suspended' as const,
      })),
    ],
    solves: solvesOf(answers),
    // When they were given makes no difference to a board of now.
    adjustments: scoreboard.items.flatMap(({ id, adjustment: points = 0 }) =>
      points === 0 ? [] : [{ participationId: id, points, time: game.start, revokedAt: null }],
    ),
  }
  return agree(createBoard(boardInputOf(record)).items(), scoreboard.items) ? record : null
}

const challengesOf = ({ challenges, scoreboard }: GameAnswers): GameRecord['challenges'] | null => {
  const summaries = new Map(challenges.map((challenge) => [challenge.id, challenge]))
  const found: GameRecord['challenges'][number][] = []
  for (const { id, title, category, deadline, disableBloodBonus } of Object.values(
    scoreboard.challenges,
  ).flat()) {
    const { originalScore, minScoreRate, difficulty } = summaries.get(id) ?? {}
    if (originalScore === undefined || minScoreRate === undefined || difficulty === undefined) return null
    const points = { originalScore, minScoreRate, difficulty }
    found.push({ id, title, category, deadline, disableBloodBonus, ...points, isEnabled: true })
  }
  return found
}

/** Numbers follow the order of acceptance where it matters. */
const solvesOf = ({ scoreboard, order, absent }: GameAnswers): Solve[] =>
  [
    ...scoreboard.items.flatMap(({ id: teamId, solvedChallenges }) =>
      solvedChallenges.map(({ id: challengeId, time, userName }) => ({
        teamId,
        challengeId,
        submission: order.get(solveKey(teamId, challengeId)) ?? 0,
        time,
        userName,
      })),
    ),
    ...(absent?.solves ?? []),
  ]
    .toSorted((a, b) => a.time - b.time || a.submission - b.submission)
    .map(({ teamId: participationId, challengeId, time, userName }, index) => ({
      participationId,
      challengeId,
      time,
      userName,
      submissionId: index + 1,
    }))

const agree = (computed: readonly ScoreboardItem[], told: readonly ScoreboardItem[]): boolean =>
  computed.length === told.length &&
  computed.every(({ id, score, rank, divisionRank, lastSubmissionTime }, index) => {
    const item = told[index]
    return (
      item?.id === id &&
      item.score === score &&
      item.rank === rank &&
      item.divisionRank === divisionRank &&
      item.lastSubmissionTime === lastSubmissionTime
    )
  })
