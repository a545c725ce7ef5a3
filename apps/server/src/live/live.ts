export type Room = `players:${number}` | `team:${number}:${number}` | `monitors:${number}` | 'admins'

export const playersOf = (gameId: number): Room => `players:${gameId}`
export const teamOf = (gameId: number, participationId: number): Room => `team:${gameId}:${participationId}`
export const monitorsOf = (gameId: number): Room => `monitors:${gameId}`
export const admins: Room = 'admins'
export type LiveMessage = { event: string; payload: unknown }

export type Live = {
  toPlayers(gameId: number, event: string, payload: unknown): void
  /** Only to clients of this process. Without `isNews`, those who connect later have missed nothing. */
  toPlayersHere(gameId: number, event: string, payload: unknown, isNews?: boolean): void
  /** How many connections of this process hear `toPlayersHere`. */
  playersHere(gameId: number): number
  toTeam(gameId: number, participationId: number, event: string, payload: unknown): void
  /** Only to clients of this process, and only built for one. */
  toTeamHere(gameId: number, participationId: number, event: string, payload: () => unknown): void
  toMonitors(gameId: number, event: string, payload: unknown): void
  toMonitorsHere(gameId: number, event: string, payload: unknown): void
  /** In order. The messages are only built for a client. */
  allToMonitorsHere(gameId: number, messages: () => readonly LiveMessage[]): void
  toAdmins(event: string, payload: unknown): void
  allToAdminsHere(messages: () => readonly LiveMessage[]): void
}

/** Publish the change first: every process checks its connections on this call. */
export type LiveAccess = {
  recheck(subject: string): void
  recheckGame(gameId: number): void
  drop(subject: string): void
}
