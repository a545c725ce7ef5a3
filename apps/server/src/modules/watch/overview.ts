import { createExpiringCache } from '../../kit/expiring-cache.ts'
import type { GameOverview } from '@pennant/contract/watch'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { publicBoard } from '../../core/game/public-board.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { presentOverview, type Tallies } from './present-overview.ts'
import { createOverviewStore } from './store-overview.ts'

const recentMs = 600_000
// Counting reads all submissions, so it is not repeated more often, however many watch.
const keptMs = 5_000
const mostKept = 32

export const createOverviews = ({ access, clock, db }: Pick<Core, 'access' | 'clock' | 'db'>) => {
  const store = createOverviewStore(db)

  const kept = createExpiringCache<number, Promise<Tallies>>({ clock, keepMs: keptMs, most: mostKept })

  const count = async (gameId: number): Promise<Tallies> => {
    const [submissions, solves, instances, writeups] = await Promise.all([
      store.submissions(gameId, new Date(clock.now() - recentMs)),
      store.solves(gameId),
      store.instances(gameId),
      store.writeups(gameId),
    ])
    return { submissions, solves, instances, writeups }
  }

  const talliesOf = ({ id }: Game): Promise<Tallies> => {
    const last = kept.get(id)
    if (last !== undefined) return last
    const tallies = count(id)
    kept.set(id, tallies)
    tallies.catch(() => {
      if (kept.peek(id) === tallies) kept.delete(id)
    })
    return tallies
  }

  return async (gameId: number, caller: Principal): Promise<GameOverview> => {
    const game = await access.visible(gameId, caller)
    const tallies = await talliesOf(game)
    return presentOverview(game, publicBoard(game, 'staff', clock.now()).board, tallies)
  }
}
