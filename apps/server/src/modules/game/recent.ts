import type { BasicGameInfo } from '@pennant/contract/game'
import { byNearestBoundary } from '@pennant/rules/game/recent'
import type { Core } from '../../core/core.ts'
import { secondsOf, versioned, type Reply } from '../../http/reply.ts'
import type { GameList } from './list-cache.ts'

type Order = {
  games: readonly BasicGameInfo[]
  modified: Date
  /** By limit; 0 means all. */
  replies: Map<number, Reply>
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
    last = { games, modified, replies: new Map() }
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
    async read(limit: number): Promise<Reply> {
      const { games, modified, replies } = await current()
      const known = replies.get(limit)
      if (known !== undefined) return known
      const value = limit === 0 ? games : games.slice(0, limit)
      const reply = versioned({ tag: `${secondsOf(modified)}-${limit}`, modified, value })
      replies.set(limit, reply)
      return reply
    },
  }
}

export type RecentGames = ReturnType<typeof createRecentGames>

const isSame = (one: readonly BasicGameInfo[], other: readonly BasicGameInfo[]): boolean =>
  one.length === other.length && one.every((game, index) => game === other[index])
