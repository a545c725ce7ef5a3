import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createGameInformation } from './information.ts'
import { createRecentGames } from './recent.ts'
import { createGameRemoval, type GameRemoval } from './removal.ts'
import { gameRoutes } from './routes.ts'
import { createGames, type GameNeeds } from './service.ts'
import { createGameShelf } from './shelf.ts'
import { createRemovalStore } from './store-removal.ts'
import { createGameStore, type GameStore } from './store.ts'

type Needs = Omit<GameNeeds, 'signAgain' | 'store'> & Pick<Core, 'bus' | 'db' | 'editionOf' | 'gate'>
type Others = Pick<GameNeeds, 'signAgain'>
type GameModule = Module & { find: GameStore['find']; removal: GameRemoval }

const hour = 3_600_000

export const gameModule = (core: Needs, others: Others): GameModule => {
  const store = createGameStore(core.db)
  const shelf = createGameShelf({ ...core, store })
  const removal = createGameRemoval({ ...core, store: createRemovalStore(core.db) })
  return {
    find: store.find,
    removal,
    routes: gameRoutes({
      games: createGames({ ...core, ...others, store }),
      removal,
      shelf,
      recent: createRecentGames({ ...core, shelf }),
      information: createGameInformation(core),
    }),
    jobs: [{ name: 'deleted games', everyMs: hour, run: (signal) => removal.sweep(signal) }],
    close: shelf.close,
  }
}
