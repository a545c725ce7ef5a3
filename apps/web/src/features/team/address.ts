import { returnPath } from '../../kit/return-path.ts'

/** The hash keeps the code out of logs. */
export const inviteLink = (origin: string, code: string): string =>
  `${origin}/teams#invite=${encodeURIComponent(code)}`

/** Null if it carries none. */
export const codeIn = (hash: string): string | null => {
  const found = /^#invite=(.+)$/.exec(hash)?.[1]
  if (found === undefined) return null
  try {
    return decodeURIComponent(found)
  } catch {
    return null
  }
}

/** Null if it isn't a code. */
export const teamOf = (code: string): string | null => /^(.+):\d+:[0-9a-f]{32}$/.exec(code)?.[1] ?? null

export const codeFrom = (text: string): string => {
  const trimmed = text.trim()
  const at = trimmed.indexOf('#invite=')
  return at === -1 ? trimmed : (codeIn(trimmed.slice(at)) ?? trimmed)
}

export type ReturnToGame = { game: number; path: string }

/** Null for any place but a game. */
export const gameToReturnTo = (from: string | null, origin: string): ReturnToGame | null => {
  const path = returnPath(from, origin)
  const game = /^\/games\/(\d{1,9})(?=[/?#]|$)/.exec(path)?.[1]
  return game === undefined ? null : { game: Number(game), path }
}
