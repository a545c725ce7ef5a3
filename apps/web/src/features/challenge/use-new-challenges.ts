import { useEffect, useState } from 'react'

/** The challenges of a game that were there on the first visit or have been opened, as this browser remembers them. */
const keyOf = (game: number): string => `pennant.challenges.${game}`

const recall = (game: number): readonly number[] | null => {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(keyOf(game)) ?? 'null')
    return Array.isArray(known) ? known.filter((id) => typeof id === 'number') : null
  } catch {
    return null
  }
}

const remember = (game: number, known: readonly number[]): void => {
  try {
    localStorage.setItem(keyOf(game), JSON.stringify(known))
  } catch {
    // Then it holds for this page.
  }
}

/** Which challenges have come since the first visit and have not been opened yet. */
export const useNewChallenges = (
  game: number,
  listed: readonly number[],
  open: number | null,
): ReadonlySet<number> => {
  const [known, setKnown] = useState(() => recall(game) ?? listed)
  useEffect(() => remember(game, known), [game, known])
  useEffect(() => {
    if (open !== null) setKnown((before) => (before.includes(open) ? before : [...before, open]))
  }, [open])
  return new Set(listed.filter((id) => !known.includes(id)))
}
