import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createGameInformation } from './information.ts'
import { createGameList } from './list-cache.ts'
import { createRecentGames } from './recent.ts'
import { createGameRemoval, type GameRemoval } from './removal.ts'
import { gameRoutes } from './routes.ts'
import { createGames, type GameParts, type SignAgain } from './service.ts'
import { createGameStore, type GameStore } from './store.ts'

type Parts = GameParts | 'access' | 'bus' | 'lastChanged'
type GameModule = Module & { find: GameStore['find']; removal: GameRemoval }

const hour = 3_600_000

export const gameModule = (core: Pick<Core, Parts>, signAgain: SignAgain): GameModule => {
  const list = createGameList(core)
  const removal = createGameRemoval(core)
  return {
    find: createGameStore(core.db).find,
    removal,
    routes: gameRoutes(
      createGames(core, signAgain),
      removal,
      list,
      createRecentGames(core, list),
      createGameInformation(core),
    ),
    jobs: [{ name: 'deleted games', everyMs: hour, run: (signal) => removal.sweep(signal) }],
    close: list.close,
  }
}
