import type { GameOverview } from '@pennant/contract/watch'
import type { Clock } from '../../ports/clock.ts'
import type { GameGate, HeldGame } from '../../ports/held-game.ts'
import type { Principal } from '../../http/bind.ts'
import { presentOverview, type Tallies } from './present-overview.ts'
import type { OverviewStore } from './store-overview.ts'

type Needs = { store: OverviewStore; gate: Pick<GameGate, 'visible'>; clock: Clock }

const recentMs = 600_000
/** All submissions of a game are counted: however many watch it, no more often than this. */
const keptMs = 5_000
/** Games whose tallies are kept. */
const mostKept = 32

/** How a game goes, for those who watch it. */
export const createOverviews = ({ store, gate, clock }: Needs) => {
  const kept = new Map<number, { at: number; tallies: Promise<Tallies> }>()

  const count = async (gameId: number): Promise<Tallies> => {
    const [submissions, solves, instances, writeups] = await Promise.all([
      store.submissions(gameId, new Date(clock.now() - recentMs)),
      store.solves(gameId),
      store.instances(gameId),
      store.writeups(gameId),
    ])
    return { submissions, solves, instances, writeups }
  }

  const talliesOf = ({ id }: HeldGame): Promise<Tallies> => {
    const now = clock.now()
    const last = kept.get(id)
    if (last !== undefined && now - last.at < keptMs) return last.tallies
    const entry = { at: now, tallies: count(id) }
    kept.delete(id)
    kept.set(id, entry)
    const oldest = kept.keys().next()
    if (kept.size > mostKept && oldest.done !== true) kept.delete(oldest.value)
    entry.tallies.catch(() => {
      if (kept.get(id) === entry) kept.delete(id)
    })
    return entry.tallies
  }

  return async (gameId: number, caller: Principal): Promise<GameOverview> => {
    const game = await gate.visible(gameId, caller)
    return presentOverview(game, await talliesOf(game))
  }
}
