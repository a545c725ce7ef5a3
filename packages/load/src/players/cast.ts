import type { Site } from '../address.ts'

export type Player = {
  userName: string
  password: string
  /** Of the player's team, as scoreboards have it. */
  teamId: number
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>
}

export type Cast = {
  site: Site
  gameId: number
  players: readonly Player[]
  /** `file`: the path of what is attached. */
  challenges: readonly { id: number; flag: string; file: string | null }[]
  /** Paths that a browser reads before it asks for anything of the game. */
  assets: readonly string[]
}

export type Burst = {
  perSecond: number
  forMs: number
  /** Of the players: they time the news. */
  watching: number
  /** How long after the last submission news may still come. */
  graceMs: number
}

export type InstanceOrder = {
  challengeId: number
  count: number
  withinMs: number
  /** When one counts as late. */
  patience: Patience
}

export type Patience = { soonMs: number; lateMs: number }

/** What became of them. */
export type InstanceTally = { asked: number; within60s: number; within180s: number; refusedForQuota: number }
