import { returnPath } from '../../kit/return-path.ts'

export type WayBack = { game: number; path: string }

/** Null for any place but a game. */
export const wayBack = (from: string | null, origin: string): WayBack | null => {
  const path = returnPath(from, origin)
  const game = /^\/games\/(\d{1,9})(?=[/?#]|$)/.exec(path)?.[1]
  return game === undefined ? null : { game: Number(game), path }
}
