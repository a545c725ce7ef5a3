import type { ChallengeCategory } from '@pennant/contract/enums'

/** A competition from its first to its last minute, as plain data. Everything refers by index. */
export type BenchEvent = {
  game: { title: string; start: number; end: number; bloodBonus: number }
  divisions: readonly EventDivision[]
  challenges: readonly EventChallenge[]
  users: readonly EventUser[]
  teams: readonly EventTeam[]
  /** In the order of time. The right ones are first solves: a team has one at most for a challenge. */
  submissions: readonly EventSubmission[]
}

export type EventDivision = {
  name: string
  defaultPermissions: number
  /** By the index of the challenge. */
  challengeConfigs: ReadonlyMap<number, number>
}

export type EventChallenge = {
  title: string
  category: ChallengeCategory
  originalScore: number
  minScoreRate: number
  difficulty: number
  deadline: number | null
  disableBloodBonus: boolean
  flag: string
}

export type EventUser = { userName: string; email: string }

/** The first member is the captain. */
export type EventTeam = {
  name: string
  bio: string | null
  division: number | null
  members: readonly number[]
}

export type EventSubmission = {
  time: number
  team: number
  /** A member of the team. */
  user: number
  challenge: number
  answer: string
  right: boolean
}
