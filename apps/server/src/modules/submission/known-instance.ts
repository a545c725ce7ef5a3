import { LRUCache } from 'lru-cache'
import { type Game, pairKey } from '../../core/game/game.ts'
import { isDynamic, pairOf, type Admitted } from './judging.ts'
import type { InstanceFact, SubmissionStore } from './store.ts'

type Reading = Pick<SubmissionStore, 'allInstances' | 'instances'>

const mostGames = 32

/** An instance and its flag never change, so they are read once; only what was missing is looked for again. */
export const createKnownInstances = () => {
  const byGame = new LRUCache<number, Map<string, InstanceFact>>({ max: mostGames })

  const knownOf = async (gameId: number, reading: Reading): Promise<Map<string, InstanceFact>> => {
    const known = byGame.get(gameId) ?? byKey(await reading.allInstances(gameId))
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
    if (open.length > 0)
      for (const [key, fact] of byKey(await reading.instances(id, open.map(pairOf)))) known.set(key, fact)
    return known
  }

  return {
    read,
    peek: ({ id }: Game, guess: Admitted): InstanceFact | undefined =>
      byGame.peek(id)?.get(pairKey(pairOf(guess))),
  }
}

const byKey = (facts: readonly InstanceFact[]): Map<string, InstanceFact> =>
  new Map(
    facts.map((fact) => [
      pairKey({ participationId: fact.participation_id, challengeId: fact.challenge_id }),
      fact,
    ]),
  )
