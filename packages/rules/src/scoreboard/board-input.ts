import type { ChallengeCategory, ChallengeLevel } from '@pennant/contract/enums'

export type BoardGame = {
  start: number
  end: number
  /** Packed. */
  bloodBonus: number
}

export type BoardDivision = {
  id: number
  name: string
  defaultPermissions: number
  challengeConfigs: ReadonlyMap<number, number>
}

export type BoardChallenge = {
  id: number
  title: string
  category: ChallengeCategory
  originalScore: number
  minScoreRate: number
  difficulty: number
  deadline: number | null
  disableBloodBonus: boolean
  /** Without one, it is last in its category. */
  position?: number | null
  level?: ChallengeLevel | null
  tags?: readonly string[]
}

export type BoardTeam = {
  participationId: number
  teamId: number
  name: string
  bio: string | null
  avatar: string | null
  divisionId: number | null
}

export type Solve = {
  participationId: number
  challengeId: number
  submissionId: number
  time: number
  userName: string | null
}

export type Adjustment = {
  participationId: number
  points: number
  time: number
  revokedAt: number | null
}

export type BoardInput = {
  game: BoardGame
  divisions: readonly BoardDivision[]
  /** Only enabled challenges. */
  challenges: readonly BoardChallenge[]
  /** Only accepted teams. */
  teams: readonly BoardTeam[]
  /** In any order. Those of other teams and challenges are ignored. */
  solves: readonly Solve[]
  /** In any order. Those of other teams are ignored. */
  adjustments: readonly Adjustment[]
  /** Nothing that happened at this time or later is on the board. Null: all is. */
  until: number | null
}

/** Whether a solve of this time earns anything. */
export const isInTime = (
  game: Pick<BoardGame, 'start' | 'end'>,
  deadline: number | null,
  time: number,
): boolean => time >= game.start && time < game.end && (deadline === null || time <= deadline)
