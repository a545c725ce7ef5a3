import type { BasicGameInfo } from '@pennant/contract/game'
import { byNearestBoundary } from '@pennant/rules/game/recent'
import type { Core } from '../../core/core.ts'
import type { GameList } from './list-cache.ts'

export type Recent = { games: readonly BasicGameInfo[]; modified: Date }

type Order = {
  games: readonly BasicGameInfo[]
  modified: Date
  /** By limit; 0 means all. */
  slices: Map<number, readonly BasicGameInfo[]>
}

const most = 50
const orderEveryMs = 1_000

/** The nearest to now first. The order changes with time alone. */
export const createRecentGames = (
  { clock, lastChanged }: Pick<Core, 'clock' | 'lastChanged'>,
  list: Pick<GameList, 'games'>,
) => {
  let last: Order | undefined
  let made: { of: readonly BasicGameInfo[]; at: number; order: Promise<Order> } | undefined

  const arrange = async (all: readonly BasicGameInfo[], now: number): Promise<Order> => {
    const games = all.toSorted(byNearestBoundary(now)).slice(0, most)
    if (last !== undefined && isSame(games, last.games)) return last
    const modified = await lastChanged('recent games', games)
    if (last?.modified.getTime() === modified.getTime()) return last
    last = { games, modified, slices: new Map() }
    return last
  }

  const current = async (): Promise<Order> => {
    const of = await list.games()
    const at = clock.now()
    if (made?.of !== of || at - made.at >= orderEveryMs) {
      const order = arrange(of, at)
      const making = { of, at, order }
      made = making
      order.catch(() => {
        if (made === making) made = undefined
      })
    }
    return made.order
  }

  return {
    async read(limit: number): Promise<Recent> {
      const { games, modified, slices } = await current()
      const slice = slices.get(limit) ?? (limit === 0 ? games : games.slice(0, limit))
      slices.set(limit, slice)
      return { games: slice, modified }
    },
  }
}

export type RecentGames = ReturnType<typeof createRecentGames>

const isSame = (one: readonly BasicGameInfo[], other: readonly BasicGameInfo[]): boolean =>
  one.length === other.length && one.every((game, index) => game === other[index])
