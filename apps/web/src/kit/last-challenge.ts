import { stored, type Stored } from '../storage.ts'

/** The one last looked at in this browser. */
export const lastChallengeIn = (game: number): Stored<number | null> =>
  stored<number | null>(`pennant.last.${game}`, (text) => Number(text) || null, null)
