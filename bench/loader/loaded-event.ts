import type { BenchEvent } from '../event/event.ts'

/** An event in the database. Everything is named by its place in the event, as there. */
export type LoadedEvent = {
  event: BenchEvent
  gameId: number
  challengeId(challenge: number): number
  participationId(team: number): number
  userId(user: number): string
  userName(user: number): string
  /** With which the user is logged in. */
  cookie(user: number): string
  /** The right answer of a team. */
  flag(team: number, challenge: number): string
}

/** The same beginning and a number for everybody, so that SQL can name one of them at random. */
export const userIdOf = (gameId: number, user: number): string =>
  `00000000-0000-7000-8000-${String(gameId * 100_000 + user).padStart(12, '0')}`

/** Every other challenge gives every team a flag of its own. */
export const isDynamic = (challenge: number): boolean => challenge % 2 === 1
