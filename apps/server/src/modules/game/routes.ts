import * as wire from '@pennant/contract/game'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import { edited } from '../../http/reply.ts'
import type { GameInformation } from './information.ts'
import type { GameList } from './list-cache.ts'
import { basisOf } from './present.ts'
import type { RecentGames } from './recent.ts'
import type { GameRemoval } from './removal.ts'
import type { Games } from './service.ts'

export const gameRoutes = (
  games: Games,
  removal: GameRemoval,
  list: GameList,
  recent: RecentGames,
  information: GameInformation,
): BoundRoute[] => [
  bindFast(wire.recentGames, ({ query: { limit = 0 } }) => recent.read(limit)),
  bindFast(wire.listGames, ({ query: { count = 10, skip = 0 } }) => list.page(count, skip)),
  bindFast(wire.readGame, ({ params, principal }) => information(params.id, principal)),

  bind(wire.createGame, async (call) => withTag(await games.create(call.body, call))),
  bind(wire.listGamesToEdit, ({ query: { count = 0, skip = 0 } }) => games.list(count, skip)),
  bind(wire.readGameToEdit, async ({ params }) => withTag(await games.read(params.id))),
  bind(wire.updateGame, async (call) => withTag(await games.update(call.params.id, call.body, call))),
  bind(wire.deleteGame, (call) => removal.remove(call.params.id, call)),
  bind(wire.readHashSalt, ({ params }) => games.hashSalt(params.id)),
  bind(wire.setPoster, async (call) => {
    const upload = async (): Promise<Buffer> => (await call.uploadedFile()).bytes
    const { url, game } = await games.setPoster(call.params.id, upload, call)
    return edited(url, basisOf(game))
  }),
]

const withTag = (game: wire.GameInfo) => edited(game, basisOf(game))
