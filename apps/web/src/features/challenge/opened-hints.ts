import { stored, type Stored } from '../../storage.ts'

const storedIn = (game: number): Stored<readonly string[]> =>
  stored<readonly string[]>(
    `pennant.hints.${game}`,
    (text) => {
      const keys: unknown = JSON.parse(text)
      return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
    },
    [],
  )

/** By its words: organizers may put a new hint before others, and that one is closed. */
const keyOf = (challenge: number, hint: string): string => {
  let hash = 0
  for (let at = 0; at < hint.length; at++) hash = (Math.imul(hash, 31) + hint.charCodeAt(at)) | 0
  return `${challenge}:${hash.toString(36)}`
}

export type OpenedHints = {
  has(hint: string): boolean
  set(hint: string, open: boolean): void
}

/** Kept in this browser. */
export const openedHints = (game: number, challenge: number): OpenedHints => {
  const all = storedIn(game)
  return {
    has: (hint) => all.get().includes(keyOf(challenge, hint)),
    set(hint, open) {
      const key = keyOf(challenge, hint)
      const others = all.get().filter((one) => one !== key)
      all.set(open ? [...others, key] : others)
    },
  }
}
