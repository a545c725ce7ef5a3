import pLimit, { type LimitFunction } from 'p-limit'
import { Problem } from '@pennant/contract/problem'

// A user who knows the password may log in many times in parallel, as scripts do.
const usualConcurrency = 4
const mayWait = 256
const retryAfter = 5

/** After an attempt that returns null, attempts of the same name pass one at a time until one succeeds. */
export const createLoginQueues = () => {
  const queues = new Map<string, LimitFunction>()

  return {
    async pass<T>(name: string, oneAtATime: boolean, attempt: () => Promise<T | null>): Promise<T | null> {
      const queue = queues.get(name) ?? pLimit(usualConcurrency)
      queues.set(name, queue)
      if (oneAtATime) queue.concurrency = 1
      if (queue.pendingCount >= mayWait) throw new Problem('account.tryLater', { seconds: retryAfter })
      try {
        return await queue(async () => {
          const result = await attempt()
          queue.concurrency = result === null ? 1 : usualConcurrency
          return result
        })
      } finally {
        const isEmpty = queue.activeCount + queue.pendingCount === 0
        if (isEmpty && queues.get(name) === queue) queues.delete(name)
      }
    },
  }
}
