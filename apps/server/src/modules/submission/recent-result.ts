import type { AnswerResult } from '@pennant/contract/enums'

type Result = {
  gameId: number
  challengeId: number
  participationId: number
  userId: string
  status: AnswerResult
}
type Wanted = { id: number; gameId: number; challengeId: number; userId: string }

const most = 20_000

/** Clients ask what became of a submission right after making it: the answer is still at hand. */
export const createRecentResults = () => {
  const results = new Map<number, Result>()
  return {
    remember(id: number, { gameId, challengeId, participationId, userId, status }: Result): void {
      results.set(id, { gameId, challengeId, participationId, userId, status })
      const oldest = results.keys().next()
      if (results.size > most && oldest.done !== true) results.delete(oldest.value)
    },

    find({ id, gameId, challengeId, userId }: Wanted): Result | undefined {
      const result = results.get(id)
      const asked =
        result?.gameId === gameId && result.challengeId === challengeId && result.userId === userId
      return asked ? result : undefined
    },
  }
}
