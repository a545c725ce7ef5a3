import { LRUCache } from 'lru-cache'
import { type Game, pairKey } from '../../core/game/game.ts'
import { isDynamic, pairOf, type Admitted } from './guess.ts'
import type { InstanceFact, SubmissionStore } from './store.ts'

type Reading = Pick<SubmissionStore, 'allInstances' | 'instances'>

const mostGames = 32

/** An instance and its flag never change, so they are read once; only what was missing is looked for again. */
export const createKnownInstances = () => {
  const byGame = new LRUCache<number, Map<string, InstanceFact>>({ max: mostGames })

  const knownOf = async (gameId: number, reading: Reading): Promise<Map<string, InstanceFact>> => {
    const before = byGame.get(gameId)
    if (before !== undefined) return before
    const known = new Map<string, InstanceFact>()
    for await (const facts of reading.allInstances(gameId)) note(known, facts)
    byGame.set(gameId, known)
    return known
  }

  const read = async (
    { id }: Game,
    guesses: readonly Admitted[],
    reading: Reading,
  ): Promise<ReadonlyMap<string, InstanceFact>> => {
    const known = await knownOf(id, reading)
    const open = guesses.filter((guess) => {
      const fact = known.get(pairKey(pairOf(guess)))
      return fact === undefined || (fact.flag === null && isDynamic(guess.challenge))
    })
    if (open.length > 0) note(known, await reading.instances(id, open.map(pairOf)))
    return known
  }

  return {
    read,
    peek: (guess: Admitted): InstanceFact | undefined =>
      byGame.peek(guess.basis.id)?.get(pairKey(pairOf(guess))),
  }
}

const note = (known: Map<string, InstanceFact>, facts: readonly InstanceFact[]): void => {
  for (const fact of facts)
    known.set(pairKey({ participationId: fact.participation_id, challengeId: fact.challenge_id }), fact)
}
