import { inject } from 'vitest'

const isCluster = inject('redisUrl') !== null

/**
 * For files in both suites, `cluster` (system PostgreSQL and Redis, several processes) and `server`: declares
 * tests for one of them, so that the other doesn't count them as skipped.
 */
export const inCluster = (declare: () => void): void => {
  if (isCluster) declare()
}
export const outsideCluster = (declare: () => void): void => {
  if (!isCluster) declare()
}
