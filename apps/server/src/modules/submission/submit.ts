import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { admit } from './guess.ts'
import { type CommitResult, createJudge } from './judge.ts'
import { createQueue } from './queue.ts'
import { createRecentResults } from './recent-result.ts'
import { createStatus } from './status.ts'
import { createSubmissionStore } from './store.ts'
import { createTell } from './tell.ts'
import { createTurns } from './turns.ts'

// Two processes write in turn much faster, unless one of them stands still.
const patienceMs = 20

export type SubmissionParts =
  | 'access'
  | 'bus'
  | 'clock'
  | 'db'
  | 'games'
  | 'journal'
  | 'ledger'
  | 'live'
  | 'settings'

export const createSubmissions = (core: Pick<Core, SubmissionParts>) => {
  const { access, clock, games, settings } = core
  const store = createSubmissionStore(core.db)
  const results = createRecentResults()
  const turns = createTurns(patienceMs)
  const telling = createTell(core, turns.heard)

  const onCommitted = (result: CommitResult): void => {
    for (const { id, guess, row } of result.judged)
      results.remember(id, {
        ...{ gameId: result.game.id, challengeId: guess.challengeId, userId: guess.userId },
        ...{ participationId: guess.participation.id, status: row.status },
      })
    telling.tell(result)
  }
  const queue = createQueue(core, createJudge(core, store), turns, onCommitted)

  // Players of a rehearsal are no clients that encrypt.
  const read = (sent: string, isPlain: boolean): string => {
    let answer: string
    try {
      answer = isPlain ? sent : settings.envelope.open(sent)
    } catch (error) {
      if (error instanceof Problem) throw new Problem('flag.blank')
      throw error
    }
    if (answer.trim() === '') throw new Problem('flag.blank')
    if (answer.length > limits.flag) throw new Problem('flag.tooLong', { limit: limits.flag })
    // PostgreSQL holds no such text, and no flag has it.
    if (answer.includes('\0') || !answer.isWellFormed())
      throw new Problem('validation.text', { field: 'flag' })
    return answer
  }

  return {
    /** Resolves when the submission is judged and durable. */
    async submit(
      { gameId, challengeId, flag }: { gameId: number; challengeId: number; flag: string },
      { userId, role, userName, rehearsal }: Principal,
    ): Promise<number> {
      const arrived = clock.now()
      const answer = read(flag, rehearsal === true)
      const guess = { userId, role, userName, challengeId, answer, arrived }
      const game = await games.must(gameId)
      return queue.add(admit(game, guess, access.check))
    },

    settled: queue.settled,
    close: telling.close,
    status: createStatus(core, store, results),
  }
}

export type Submissions = ReturnType<typeof createSubmissions>
