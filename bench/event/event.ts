import type { ChallengeCategory } from '@pennant/contract/enums'

export type BenchEvent = {
  game: { title: string; start: number; end: number; bloodBonus: number }
  divisions: readonly EventDivision[]
  challenges: readonly EventChallenge[]
  users: readonly EventUser[]
  teams: readonly EventTeam[]
  /** In order of time. A team has at most one right answer to a challenge. */
  submissions: readonly EventSubmission[]
}

export type EventDivision = {
  name: string
  defaultPermissions: number
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

export type EventTeam = {
  name: string
  bio: string | null
  division: number | null
  members: readonly number[]
}

export type EventSubmission = {
  time: number
  team: number
  user: number
  challenge: number
  answer: string
  right: boolean
}
