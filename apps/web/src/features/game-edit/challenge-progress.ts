import type { WatchedChallenge } from '@pennant/contract/watch'

export const progressOrders = ['title', 'solves', 'tried', 'wrong', 'score'] as const
export type ProgressOrder = (typeof progressOrders)[number]

/** Teams have tried it, and none has solved it: something may be wrong with it. */
export const isStuck = ({ isEnabled, tried, solves }: WatchedChallenge): boolean =>
  isEnabled && tried > 0 && solves === 0

/** Those that are stuck come first of all as long as no order was chosen. */
export const progressIn = (
  challenges: readonly WatchedChallenge[],
  by: ProgressOrder | null,
  descending: boolean,
): WatchedChallenge[] => {
  if (by === null)
    return challenges.toSorted(
      (one, other) =>
        Number(isStuck(other)) - Number(isStuck(one)) ||
        Number(other.isEnabled) - Number(one.isEnabled) ||
        other.solves - one.solves,
    )
  const sign = descending ? -1 : 1
  return challenges.toSorted((one, other) =>
    by === 'title' ? sign * one.title.localeCompare(other.title) : sign * (one[by] - other[by]),
  )
}

/** The part of the teams that has solved it. */
export const shareOf = (solves: number, teams: number): number =>
  teams === 0 ? 0 : Math.min(1, solves / teams)
