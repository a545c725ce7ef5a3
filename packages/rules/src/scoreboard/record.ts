import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { ParticipationStatus } from '@pennant/contract/enums'
import type { Scoreboard, ScoreboardItem } from '@pennant/contract/scoreboard'
import {
  type BoardChallenge,
  type BoardDivision,
  type BoardInput,
  type BoardTeam,
  createBoard,
  type Solve,
} from './board.ts'

/** All that boards of a game are computed from: also what is not on the board now. */
export type GameRecord = {
  game: BoardInput['game']
  divisions: readonly BoardDivision[]
  challenges: readonly (BoardChallenge & { isEnabled: boolean })[]
  teams: readonly (BoardTeam & { status: ParticipationStatus })[]
  solves: readonly Solve[]
}

/** What of a record is on the board. */
export const boardInputOf = ({ challenges, teams, ...rest }: GameRecord): BoardInput => ({
  ...rest,
  challenges: challenges.filter(({ isEnabled }) => isEnabled),
  teams: teams.filter(({ status }) => status === 'Accepted'),
})

/** What organizers can read of a game today. */
export type GameAnswers = {
  game: { start: number; end: number }
  /** With `detail`. */
  challenges: readonly ChallengeSummary[]
  scoreboard: Scoreboard
  /** Of the solves at `undecidedTimes` the ids of their submissions. */
  order: SolveOrder
  /** What a change would put on the board. */
  absent?: AbsentPart
}

/** What is not on the board: challenges that are not enabled, teams that are not accepted, and solves of either. */
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

/**
 * The milliseconds in which two solves of one challenge, or two of one team, were made: which of them came
 * first is not on the board.
 */
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

/**
 * The record as far as answers tell it: the challenges and teams that are on the board. Teams go by their id
 * for want of that of their participation. Null where the answers are not of the same moment.
 */
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

/** Numbered in the order in which they were accepted, where that decides anything. */
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
