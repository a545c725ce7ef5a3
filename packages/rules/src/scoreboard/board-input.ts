import type { ChallengeCategory } from '@pennant/contract/enums'

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
  /** Without one it is behind all of its category that have. */
  position?: number | null
}

export type BoardTeam = {
  participationId: number
  teamId: number
  name: string
  bio: string | null
  avatar: string | null
  divisionId: number | null
}

/** The first right answer of a team to a challenge. */
export type Solve = {
  participationId: number
  challengeId: number
  submissionId: number
  time: number
  userName: string | null
}

export type BoardInput = {
  game: BoardGame
  divisions: readonly BoardDivision[]
  /** The enabled ones. */
  challenges: readonly BoardChallenge[]
  /** The accepted ones. */
  teams: readonly BoardTeam[]
  /** In any order. Those of other teams and challenges are passed over. */
  solves: readonly Solve[]
}
