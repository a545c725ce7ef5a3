import type { SubmissionType } from '@pennant/contract/enums'
import {
  type ChallengeInfo,
  never,
  type Scoreboard,
  type ScoreboardItem,
  type TimeLineItem,
} from '@pennant/contract/scoreboard'

/** 0: later than third. */
export type BloodRank = 0 | 1 | 2 | 3

export type BoardTeam = {
  id: number
  name: string
  bio: string | null
  avatar: string | null
  divisionId: number | null
  score: number
  /** Null: not ranked. */
  rank: number | null
  divisionRank: number | null
  /** Of the latest solve with points; null: none. */
  lastSolveAt: number | null
  /** Index of the first one in the columns of all solves. */
  from: number
  solves: number
}

/** Columns, because a hundred thousand objects would take too much memory. */
type SolveColumns = {
  /** Index into the board's challenges; -1: no longer there. */
  challenges: Int16Array
  points: Int32Array
  bloodRanks: Uint8Array
  times: Float64Array
  /** Index into the board's members; -1: nobody. */
  members: Int32Array
}

export type Board = {
  updatedAt: number
  /** Compatible servers have none. */
  version: number | undefined
  /** Packed, as on the wire. */
  bloodBonus: number
  challenges: readonly ChallengeInfo[]
  divisions: readonly { id: number; name: string }[]
  teams: readonly BoardTeam[]
  timelines: readonly TimeLineItem[]
  members: readonly string[]
  columns: SolveColumns
}

export type Solve = {
  challenge: ChallengeInfo
  points: number
  bloodRank: BloodRank
  at: number
  member: string | null
}

const bloodRankOf: Readonly<Record<SubmissionType, BloodRank>> = {
  Unaccepted: 0,
  Normal: 0,
  FirstBlood: 1,
  SecondBlood: 2,
  ThirdBlood: 3,
}

/** Small, and quick to move from a worker to the page. */
export const packBoard = (answer: Scoreboard): Board => {
  const challenges = Object.values(answer.challenges).flat()
  const challengeAt = new Map(challenges.map(({ id }, at) => [id, at]))
  const memberAt = new Map<string, number>()
  const all = answer.items.reduce((sum, { solvedChallenges }) => sum + solvedChallenges.length, 0)
  const columns: SolveColumns = {
    challenges: new Int16Array(all),
    points: new Int32Array(all),
    bloodRanks: new Uint8Array(all),
    times: new Float64Array(all),
    members: new Int32Array(all),
  }

  let next = 0
  const pack = ({ solvedChallenges }: ScoreboardItem): void => {
    for (const { id, score, type, userName, time } of solvedChallenges) {
      columns.challenges[next] = challengeAt.get(id) ?? -1
      columns.points[next] = score
      columns.bloodRanks[next] = bloodRankOf[type]
      columns.times[next] = time
      if (userName !== null && !memberAt.has(userName)) memberAt.set(userName, memberAt.size)
      columns.members[next] = userName === null ? -1 : (memberAt.get(userName) ?? -1)
      next++
    }
  }
  const teams = answer.items.map((item): BoardTeam => {
    const from = next
    pack(item)
    return {
      id: item.id,
      name: item.name,
      bio: item.bio,
      avatar: item.avatar,
      divisionId: item.divisionId,
      score: item.score,
      rank: item.rank === 0 ? null : item.rank,
      divisionRank: item.divisionRank,
      lastSolveAt: item.lastSubmissionTime === never ? null : item.lastSubmissionTime,
      from,
      solves: item.solvedChallenges.length,
    }
  })
  return {
    updatedAt: answer.updateTimeUtc,
    version: answer.version,
    bloodBonus: answer.bloodBonus,
    challenges,
    divisions: answer.divisions.map(({ id, name }) => ({ id, name })),
    teams,
    timelines: answer.timelines,
    members: [...memberAt.keys()],
    columns,
  }
}

export const parseBoard = (bytes: ArrayBuffer): Board =>
  packBoard(JSON.parse(new TextDecoder().decode(bytes)) as Scoreboard)

/** In the order of solving. */
export const solvesOf = (
  { challenges, members, columns }: Board,
  { from, solves }: Pick<BoardTeam, 'from' | 'solves'>,
): Solve[] =>
  Array.from({ length: solves }, (_, offset) => from + offset).flatMap((at) => {
    const challenge = challenges[columns.challenges[at] ?? -1]
    if (challenge === undefined) return []
    return {
      challenge,
      points: columns.points[at] ?? 0,
      // Only blood ranks are written into it.
      bloodRank: (columns.bloodRanks[at] ?? 0) as BloodRank,
      at: columns.times[at] ?? 0,
      member: members[columns.members[at] ?? -1] ?? null,
    }
  })

export const solvesByChallenge = (board: Board, team: BoardTeam): ReadonlyMap<number, Solve> =>
  new Map(solvesOf(board, team).map((solve) => [solve.challenge.id, solve]))

export const transferable = ({ columns }: Board): Transferable[] =>
  Object.values(columns).map(({ buffer }) => buffer)
