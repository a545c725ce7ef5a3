import { returnPath } from '../../kit/return-path.ts'

export type WayBack = { game: number; path: string }

/** The game that somebody has come from to get a team; null for any other place. */
export const wayBack = (from: string | null, origin: string): WayBack | null => {
  const path = returnPath(from, origin)
  const game = /^\/games\/(\d{1,9})(?=[/?#]|$)/.exec(path)?.[1]
  return game === undefined ? null : { game: Number(game), path }
}
