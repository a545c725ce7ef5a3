import type { Blood, ChallengeInfo, ChallengeItem, ScoreboardItem } from '@pennant/contract/scoreboard'
import type { Move } from './adjustment.ts'
import type { BoardChallenge, BoardTeam, Solve } from './board-input.ts'

export type ChallengeTally = {
  readonly challenge: BoardChallenge
  readonly index: number
  /** Only solves that count in the dynamic score. */
  solved: number
  /** At most three, the earliest first. */
  readonly bloods: BloodSolve[]
  /** Null when `bloods` has changed. */
  shownBloods: Blood[] | null
  /** Without blood, then for the first three. */
  points: readonly number[]
  /** Null until it is needed. */
  info: ChallengeInfo | null
  valuedBy: ChallengeInfo | null
}

/** `team` is its index. */
export type BloodSolve = { solve: Solve; team: number }

export type TeamTally = {
  readonly team: BoardTeam
  readonly index: number
  /** Null also for an unknown division. */
  readonly divisionId: number | null
  readonly ranked: boolean
  /** Points by hand, by time. */
  readonly moves: readonly Move[]
  readonly adjustment: number
  /** Counted, but not yet in `solves`. */
  fresh: Solve[]
  /** By time. */
  solves: Solve[]
  solvedChallenges: ChallengeItem[]
  score: number
  lastSubmissionTime: number
  item: ScoreboardItem | null
}
