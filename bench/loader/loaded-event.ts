import type { BenchEvent } from '../event/event.ts'
import { addressOf, comingFrom, type Site } from '@pennant/load/address'

export type LoadedEvent = {
  event: BenchEvent
  gameId: number
  challengeId(challenge: number): number
  participationId(team: number): number
  userId(user: number): string
  userName(user: number): string
  /** Of the session that the user has there: one under HTTPS, another without. */
  cookie(user: number, site: Pick<Site, 'secure'>): string
  flag(team: number, challenge: number): string
}

/** A fixed prefix and a number, so that SQL can pick a random one. */
export const userIdOf = (gameId: number, user: number): string =>
  `00000000-0000-7000-8000-${String(gameId * 100_000 + user).padStart(12, '0')}`

export const isDynamic = (challenge: number): boolean => challenge % 2 === 1

export type Caller = { cookie: string; headers: Record<string, string> }

export const callerOf = (loaded: LoadedEvent, user: number, site: Site): Caller => ({
  cookie: loaded.cookie(user, site),
  headers: site.secure ? comingFrom(addressOf(user)) : {},
})
