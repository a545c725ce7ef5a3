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

// Half of the entries are dropped together: a map that drops its oldest with every new one becomes slow.
export const createRecentResults = () => {
  let results = new Map<number, Result>()
  let older: ReadonlyMap<number, Result> = results
  return {
    remember(id: number, result: Result): void {
      if (results.size >= most / 2) {
        older = results
        results = new Map()
      }
      results.set(id, result)
    },

    find({ id, gameId, challengeId, userId }: Wanted): Result | undefined {
      const result = results.get(id) ?? older.get(id)
      const asked =
        result?.gameId === gameId && result.challengeId === challengeId && result.userId === userId
      return asked ? result : undefined
    },
  }
}

export type RecentResults = ReturnType<typeof createRecentResults>
