import type { Core } from '../../core/core.ts'
import { createLanes, type LanePlan, type Moved, type Outcome } from '../../kit/batch.ts'
import { settledWithin } from '../../kit/timeout.ts'
import { type Admitted, isCurrent, isLimited } from './guess.ts'
import type { CommitResult, Committed, Judge } from './judge.ts'
import { hasCode } from './store.ts'
import type { Turns } from './turns.ts'

// A statement of this size still takes milliseconds.
const mostTogether = 400
const wrongAtOnce = 3
// Fewer wait for those under way: a statement of their own costs the database more than the wait.
const worthwhile = 48
// A batch is usually written much faster.
const startAnywayMs = 10
// Locking a game costs the database five times as much as writing without.
const unheldTries = 3
// A deadlock or a serialization failure concerns only the database.
const retries = 2

type Lane = 'wrong' | 'ordered'
type Outcomes = readonly (Outcome<number> | Moved<Lane>)[]

// Of a game, one ordered batch is written at a time. Most answers are wrong and wait for nothing, so several
// batches of those are written at the same time.
export const createQueue = (
  { games }: Pick<Core, 'games'>,
  judge: Judge,
  turns: Turns,
  onCommitted: (result: CommitResult) => void,
) => {
  const told = ({ outcomes, result }: Committed): Outcomes => {
    if (result !== null) onCommitted(result)
    return outcomes
  }

  /** Those for whom the game has moved on, in memory or in the database, are judged in order. */
  const commitWrong = async (gameId: number, guesses: readonly Admitted[]): Promise<Outcomes> => {
    const game = games.peek(gameId)
    const current = game === null ? [] : guesses.filter((guess) => isCurrent(guess, game))
    const committed =
      game === null || current.length === 0
        ? null
        : await withRetries(() => judge.wrong(game, current)).catch(nullIfDeleted)
    if (committed === null) return guesses.map(() => ({ lane: 'ordered' }))
    const outcomes = told(committed)
    if (current.length === guesses.length) return outcomes
    const outcomeOf = new Map(current.map((guess, at) => [guess, outcomes[at]]))
    return guesses.map((guess) => outcomeOf.get(guess) ?? { lane: 'ordered' })
  }

  const judgeInOrder = async (gameId: number, guesses: readonly Admitted[]): Promise<Committed> => {
    for (let tries = guesses.some(isLimited) ? 0 : unheldTries; tries > 0; tries--) {
      const game = games.peek(gameId)
      if (game === null) break
      const committed = await judge.unheld(game, guesses)
      if (committed !== null) return committed
      await turns.collided(gameId)
      if (games.peek(gameId)?.revision === game.revision) break
    }
    return judge.held(gameId, guesses)
  }

  const commitTogether = async (gameId: number, guesses: readonly Admitted[]): Promise<Outcomes> => {
    const committed = await withRetries(() => judgeInOrder(gameId, guesses))
    if (committed.result !== null) turns.wrote(gameId)
    return told(committed)
  }

  const commitInOrder = async (gameId: number, guesses: readonly Admitted[]): Promise<Outcomes> => {
    try {
      return await commitTogether(gameId, guesses)
    } catch (error) {
      if (!isDeleted(error) || guesses.length === 1) throw error
      const outcomes: (Outcome<number> | Moved<Lane>)[] = []
      for (const guess of guesses)
        outcomes.push(...(await commitTogether(gameId, [guess]).catch((refused: unknown) => [{ refused }])))
      return outcomes
    }
  }

  const lanes = createLanes<Admitted, number, Lane>({
    most: mostTogether,
    startAnywayMs,
    lanes: new Map<Lane, LanePlan<Admitted, number, Lane>>([
      ['wrong', { atOnce: wrongAtOnce, worthwhile, commit: commitWrong }],
      ['ordered', { commit: commitInOrder, turn: turns.turnAt, takesAlong: () => 'wrong' }],
    ]),
  })

  const underWay = new Map<number, Set<Promise<number>>>()

  return {
    /** Resolves when it is judged and durable. */
    async add(guess: Admitted): Promise<number> {
      const { id } = guess.basis
      const waitsForNothing = !turns.hasMet(id) && judge.isSurelyWrong(guess)
      const judging = lanes.add(waitsForNothing ? 'wrong' : 'ordered', id, guess)
      const ofGame = underWay.get(id) ?? new Set()
      underWay.set(id, ofGame.add(judging))
      try {
        return await judging
      } finally {
        ofGame.delete(judging)
        if (ofGame.size === 0) underWay.delete(id)
      }
    },

    /** Resolves when those that this process is judging now are judged, or after `ms`. */
    settled: (gameId: number, ms: number): Promise<void> =>
      settledWithin(ms, [...(underWay.get(gameId) ?? [])]),
  }
}

const withRetries = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let left = retries; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !isConflict(error)) throw error
    }
  }
}

const isConflict = (error: unknown): boolean => hasCode(error, '40P01', '40001')

// The challenge, the team, or one of the users has just been deleted; the others go on.
const isDeleted = (error: unknown): boolean => hasCode(error, '23503')
const nullIfDeleted = (error: unknown): null => {
  if (isDeleted(error)) return null
  throw error
}
