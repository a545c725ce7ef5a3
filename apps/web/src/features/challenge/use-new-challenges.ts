import { useEffect, useState } from 'react'
import { stored, type Stored } from '../../storage.ts'

const storedIn = (game: number): Stored<readonly number[] | null> =>
  stored<readonly number[] | null>(
    `pennant.challenges.${game}`,
    (text) => {
      const known: unknown = JSON.parse(text)
      return Array.isArray(known) ? known.filter((id) => typeof id === 'number') : null
    },
    null,
  )

export const useNewChallenges = (
  game: number,
  listed: readonly number[],
  open: number | null,
): ReadonlySet<number> => {
  const [known, setKnown] = useState(() => storedIn(game).get() ?? listed)
  useEffect(() => storedIn(game).set(known), [game, known])
  useEffect(() => {
    if (open !== null) setKnown((before) => (before.includes(open) ? before : [...before, open]))
  }, [open])
  return new Set(listed.filter((id) => !known.includes(id)))
}
