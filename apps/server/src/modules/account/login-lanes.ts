import pLimit, { type LimitFunction } from 'p-limit'
import { Problem } from '@pennant/contract/problem'

// A user who knows the password may log in many times in parallel, as scripts do.
const manyLanes = 4
const mayWait = 256
const retryAfter = 5

/** After an attempt that returns null, attempts of the same name pass one at a time until one succeeds. */
export const createLanes = () => {
  const lanes = new Map<string, LimitFunction>()

  return {
    async pass<T>(name: string, narrow: boolean, attempt: () => Promise<T | null>): Promise<T | null> {
      const lane = lanes.get(name) ?? pLimit(manyLanes)
      lanes.set(name, lane)
      if (narrow) lane.concurrency = 1
      if (lane.pendingCount >= mayWait) throw new Problem('account.tryLater', { seconds: retryAfter })
      try {
        return await lane(async () => {
          const result = await attempt()
          lane.concurrency = result === null ? 1 : manyLanes
          return result
        })
      } finally {
        const isEmpty = lane.activeCount + lane.pendingCount === 0
        if (isEmpty && lanes.get(name) === lane) lanes.delete(name)
      }
    },
  }
}
