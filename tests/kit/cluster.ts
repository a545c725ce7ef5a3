import { inject } from 'vitest'

const isCluster = inject('redisUrl') !== null

/** For files in the suites `cluster` and `server`: the other suite then doesn't count tests as skipped. */
export const inCluster = (declare: () => void): void => {
  if (isCluster) declare()
}
export const outsideCluster = (declare: () => void): void => {
  if (!isCluster) declare()
}
