import type { Blood, ChallengeInfo, ChallengeItem, ScoreboardItem } from '@pennant/contract/scoreboard'
import type { BoardChallenge, BoardTeam, Solve } from './board-input.ts'

/** What the board keeps of a challenge. */
export type ChallengeTally = {
  readonly challenge: BoardChallenge
  /** In the input; for tables. */
  readonly index: number
  /** Solves that count in the dynamic score. */
  solved: number
  /** Three at most, the earliest first. */
  readonly bloods: BloodSolve[]
  /** What `bloods` looks like from outside; null when it has changed. */
  shownBloods: Blood[] | null
  /** Without blood, and for the first three. */
  points: readonly number[]
  /** Null before it is asked for. */
  info: ChallengeInfo | null
  /** The `info` by which the solves of the teams were last valued. */
  valuedBy: ChallengeInfo | null
}

/** `team` is its index. */
export type BloodSolve = { solve: Solve; team: number }

/** What the board keeps of a team. */
export type TeamTally = {
  readonly team: BoardTeam
  /** In the input; for tables. */
  readonly index: number
  /** Null also where the team names a division that does not exist. */
  readonly divisionId: number | null
  /** Whether it gets an overall rank. */
  readonly ranked: boolean
  /** Counted, but not yet among `solves`. */
  fresh: Solve[]
  /** In the order of time. */
  solves: Solve[]
  /** Of each of `solves`. */
  solvedChallenges: ChallengeItem[]
  score: number
  lastSubmissionTime: number
  item: ScoreboardItem | null
}
