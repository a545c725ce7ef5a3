/** Who hears the same messages. */
export type Room = `players:${number}` | `team:${number}:${number}` | `monitors:${number}` | 'admins'

export const playersOf = (gameId: number): Room => `players:${gameId}`
/** Those who play the game with the same team. */
export const teamOf = (gameId: number, participationId: number): Room => `team:${gameId}:${participationId}`
export const monitorsOf = (gameId: number): Room => `monitors:${gameId}`
export const admins: Room = 'admins'
