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
  /** Points by hand within the score. */
  adjustment: number
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
  /** Nothing is shown that others solved at this time or later. */
  frozenAt: number | null
  hidden: boolean
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
  /** Of the own team while the board is frozen: it counts when results are published. */
  later: boolean
}

const bloodRankOf: Readonly<Record<SubmissionType, BloodRank>> = {
  Unaccepted: 0,
  Normal: 0,
  FirstBlood: 1,
  SecondBlood: 2,
  ThirdBlood: 3,
}

export const emptyColumns = (count: number): SolveColumns => ({
  challenges: new Int16Array(count),
  points: new Int32Array(count),
  bloodRanks: new Uint8Array(count),
  times: new Float64Array(count),
  members: new Int32Array(count),
})

const solvePacker = (challenges: readonly ChallengeInfo[], memberAt: Map<string, number>) => {
  const challengeAt = new Map(challenges.map(({ id }, at) => [id, at]))
  return (columns: SolveColumns, from: number, { solvedChallenges }: ScoreboardItem): void => {
    for (const [index, { id, score, type, userName, time }] of solvedChallenges.entries()) {
      const at = from + index
      columns.challenges[at] = challengeAt.get(id) ?? -1
      columns.points[at] = score
      columns.bloodRanks[at] = bloodRankOf[type]
      columns.times[at] = time
      if (userName !== null && !memberAt.has(userName)) memberAt.set(userName, memberAt.size)
      columns.members[at] = userName === null ? -1 : (memberAt.get(userName) ?? -1)
    }
  }
}

/** Small, and quick to move from a worker to the page. */
export const packBoard = (answer: Scoreboard): Board => {
  const challenges = Object.values(answer.challenges).flat()
  const memberAt = new Map<string, number>()
  const all = answer.items.reduce((sum, { solvedChallenges }) => sum + solvedChallenges.length, 0)
  const columns = emptyColumns(all)
  const pack = solvePacker(challenges, memberAt)
  let next = 0
  const teams = answer.items.map((item): BoardTeam => {
    const from = next
    pack(columns, from, item)
    next += item.solvedChallenges.length
    return {
      id: item.id,
      name: item.name,
      bio: item.bio,
      avatar: item.avatar,
      divisionId: item.divisionId,
      score: item.score,
      adjustment: item.adjustment ?? 0,
      rank: item.rank === 0 ? null : item.rank,
      divisionRank: item.divisionRank,
      lastSolveAt: lastSolveOf(item),
      from,
      solves: item.solvedChallenges.length,
    }
  })
  return {
    updatedAt: answer.updateTimeUtc,
    frozenAt: answer.frozenAt ?? null,
    hidden: answer.hidden ?? false,
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

const lastSolveOf = ({ lastSubmissionTime }: ScoreboardItem): number | null =>
  lastSubmissionTime === never ? null : lastSubmissionTime

const columnNames = ['challenges', 'points', 'bloodRanks', 'times', 'members'] as const

/** The board with what the own team has solved since the freeze; its rank stays. */
export const withOwnLine = (board: Board, line: ScoreboardItem | null): Board => {
  const own = board.teams.find(({ id }) => id === line?.id)
  if (board.frozenAt === null || line === null || own === undefined) return board
  if (line.solvedChallenges.length <= own.solves) return board
  const from = board.columns.times.length
  const solves = line.solvedChallenges.length
  const columns = emptyColumns(from + solves)
  for (const name of columnNames) columns[name].set(board.columns[name])
  const memberAt = new Map(board.members.map((name, at) => [name, at]))
  solvePacker(board.challenges, memberAt)(columns, from, line)
  const changed = { ...own, score: line.score, lastSolveAt: lastSolveOf(line), from, solves }
  return {
    ...board,
    teams: board.teams.map((team) => (team === own ? changed : team)),
    members: [...memberAt.keys()],
    columns,
  }
}

export const isLater = ({ frozenAt, columns }: Board, at: number): boolean =>
  frozenAt !== null && (columns.times[at] ?? 0) >= frozenAt

export const parseBoard = (bytes: ArrayBuffer): Board =>
  packBoard(JSON.parse(new TextDecoder().decode(bytes)) as Scoreboard)

/** In the order of solving. */
export const solvesOf = (board: Board, { from, solves }: Pick<BoardTeam, 'from' | 'solves'>): Solve[] =>
  Array.from({ length: solves }, (_, offset) => from + offset).flatMap((at) => {
    const { challenges, members, columns } = board
    const challenge = challenges[columns.challenges[at] ?? -1]
    if (challenge === undefined) return []
    return {
      challenge,
      points: columns.points[at] ?? 0,
      // Only blood ranks are written into it.
      bloodRank: (columns.bloodRanks[at] ?? 0) as BloodRank,
      at: columns.times[at] ?? 0,
      member: members[columns.members[at] ?? -1] ?? null,
      later: isLater(board, at),
    }
  })

export const solvesByChallenge = (board: Board, team: BoardTeam): ReadonlyMap<number, Solve> =>
  new Map(solvesOf(board, team).map((solve) => [solve.challenge.id, solve]))

export const transferable = ({ columns }: Board): Transferable[] =>
  Object.values(columns).map(({ buffer }) => buffer)

/** `missing`: the names of what was deleted for good since then. */
export type Past = { moment: number; board: Board; missing: readonly string[] }

/** `past`: the newest board that came, or null before the first and where none can be shown. */
export type Sight = { moment: number; past: Past | null; failed: boolean }
