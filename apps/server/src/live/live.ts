/** Who hears the same messages. */
export type Room = `players:${number}` | `team:${number}:${number}` | `monitors:${number}` | 'admins'

export const playersOf = (gameId: number): Room => `players:${gameId}`
/** Those who play the game with the same team. */
export const teamOf = (gameId: number, participationId: number): Room => `team:${gameId}:${participationId}`
export const monitorsOf = (gameId: number): Room => `monitors:${gameId}`
export const admins: Room = 'admins'
export type LiveMessage = { event: string; payload: unknown }

/** What the server pushes to connected clients. */
export type Live = {
  /** To everybody who watches the game. */
  toPlayers(gameId: number, event: string, payload: unknown): void
  /** The same, but only to those who are connected to this process: what is true of it and of no other. */
  toPlayersHere(gameId: number, event: string, payload: unknown): void
  /** To those who have joined the game with this participation. */
  toTeam(gameId: number, participationId: number, event: string, payload: unknown): void
  /** To the monitors of the game. */
  toMonitors(gameId: number, event: string, payload: unknown): void
  /** The same with all of these at once, in their order. They are made up only if somebody may hear them. */
  allToMonitors(gameId: number, messages: () => readonly LiveMessage[]): void
  /** To connected administrators. */
  toAdmins(event: string, payload: unknown): void
  /** The same as `allToMonitors`. */
  allToAdmins(messages: () => readonly LiveMessage[]): void
}

/**
 * Who may stay connected. A call reaches the connections of every process. What it follows from must
 * have been published before: the other processes then know of it when they are asked to look again.
 */
export type LiveAccess = {
  /** Closes what `subject`, a user or an API token, may no longer hear: after a ban or a change of role. */
  recheck(subject: string): void
  /** The same for everybody who watches the game: after it was hidden or deleted. */
  recheckGame(gameId: number): void
  /** Closes all that rests on `subject`, without asking. */
  drop(subject: string): void
}
