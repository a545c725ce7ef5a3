import { inject } from 'vitest'

const isCluster = inject('redisUrl') !== null

/**
 * For files that run both in the suite `cluster` (PostgreSQL and Redis of the system, several processes) and in
 * `server`: declares tests in one of them alone, so that the other doesn't count them as skipped.
 */
export const inCluster = (declare: () => void): void => {
  if (isCluster) declare()
}
export const outsideCluster = (declare: () => void): void => {
  if (!isCluster) declare()
}
