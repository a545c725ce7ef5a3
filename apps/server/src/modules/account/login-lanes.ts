import pLimit, { type LimitFunction } from 'p-limit'
import { Problem } from '@pennant/contract/problem'

/** Somebody who knows the password may come many times at once, as scripts do. */
const manyLanes = 4
const mayWait = 256
const retryAfter = 5

/**
 * Lets attempts of one name pass a few at a time; one at a time from the first that comes back with nothing
 * until one comes back with something.
 */
export const createLanes = () => {
  const lanes = new Map<string, LimitFunction>()

  return {
    /** `narrow`: it is known already that the last attempt came back with nothing. */
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
