import { stored } from '../../storage.ts'

/** What solves brought when they were made, by challenge: answers tell what they are worth by now. */
const earnedIn = (game: number) =>
  stored<Readonly<Record<string, unknown>>>(
    `pennant.earned.${game}`,
    (text) => {
      const known: unknown = JSON.parse(text)
      return typeof known === 'object' && known !== null ? { ...known } : {}
    },
    {},
  )

export const rememberEarned = (game: number, challenge: number, points: number): void => {
  const earned = earnedIn(game)
  const known = earned.get()
  // A later look at the same solve finds what it is worth by then.
  if (typeof known[challenge] !== 'number') earned.set({ ...known, [challenge]: points })
}

export const earnedFor = (game: number, challenge: number): number | null => {
  const points = earnedIn(game).get()[challenge]
  return typeof points === 'number' ? points : null
}
