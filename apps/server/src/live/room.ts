/** Who hears the same messages. */
export type Room = `players:${number}` | `monitors:${number}` | 'admins'

export const playersOf = (gameId: number): Room => `players:${gameId}`
export const monitorsOf = (gameId: number): Room => `monitors:${gameId}`
export const admins: Room = 'admins'
