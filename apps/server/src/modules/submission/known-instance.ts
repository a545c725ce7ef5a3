import type { HeldGame } from '../../ports/held-game.ts'
import { isDynamic, pairKey, pairOf, type Admitted } from './judging.ts'
import type { InstanceFact, Pair } from './store.ts'

type Needs = { read(gameId: number, pairs: readonly Pair[]): Promise<readonly InstanceFact[]> }

/**
 * What teams have of challenges, as far as it cannot change any more: that they have it, and the flag that was
 * given to them. It is forgotten together with the board it was learnt for, which is replaced whenever
 * participations or challenges change.
 */
export const createKnownInstances = () => {
  const byBoard = new WeakMap<object, Map<string, InstanceFact>>()

  return async (
    game: HeldGame,
    guesses: readonly Admitted[],
    { read }: Needs,
  ): Promise<ReadonlyMap<string, InstanceFact>> => {
    const known = byBoard.get(game.board) ?? new Map<string, InstanceFact>()
    byBoard.set(game.board, known)
    const found = new Map<string, InstanceFact>()
    const missing = new Map<string, Admitted>()
    for (const guess of guesses) {
      const key = pairKey(pairOf(guess))
      const fact = known.get(key)
      if (fact === undefined) missing.set(key, guess)
      else found.set(key, fact)
    }
    if (missing.size === 0) return found
    for (const fact of await read(game.id, [...missing.values()].map(pairOf))) {
      const key = pairKey({ participationId: fact.participation_id, challengeId: fact.challenge_id })
      found.set(key, fact)
      const guess = missing.get(key)
      const settled = fact.flag !== null || (guess !== undefined && !isDynamic(guess.challenge))
      if (settled) known.set(key, fact)
    }
    return found
  }
}
