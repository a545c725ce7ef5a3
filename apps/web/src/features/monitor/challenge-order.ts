import type { WatchedChallenge } from '@pennant/contract/watch'
import type { Sort } from '../../ui/table/column.ts'

const orders = {
  title: (one, other) => one.title.localeCompare(other.title),
  score: (one, other) => one.score - other.score,
  solves: (one, other) => one.solves - other.solves,
  tried: (one, other) => one.tried - other.tried,
  wrong: (one, other) => one.wrong - other.wrong,
  instances: (one, other) => one.instances - other.instances,
  lastSolve: (one, other) => (one.lastSolve ?? 0) - (other.lastSolve ?? 0),
} as const satisfies Record<string, (one: WatchedChallenge, other: WatchedChallenge) => number>

const isOrder = (text: string): text is keyof typeof orders => Object.hasOwn(orders, text)

export const sortNamed = (by: string, descending: boolean): Sort | null =>
  isOrder(by) ? { by, descending } : null

export const inOrder = (
  challenges: readonly WatchedChallenge[],
  sort: Sort | null,
  stuck: ReadonlySet<number>,
): WatchedChallenge[] => {
  if (sort === null || !isOrder(sort.by))
    return challenges.toSorted(
      (one, other) =>
        Number(stuck.has(other.id)) - Number(stuck.has(one.id)) ||
        Number(other.isEnabled) - Number(one.isEnabled) ||
        other.solves - one.solves ||
        one.id - other.id,
    )
  const order = orders[sort.by]
  return challenges.toSorted(
    (one, other) => (sort.descending ? order(other, one) : order(one, other)) || one.id - other.id,
  )
}

export const shareOf = (solves: number, teams: number): number =>
  teams === 0 ? 0 : Math.min(1, solves / teams)
