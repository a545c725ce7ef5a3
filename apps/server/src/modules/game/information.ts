import { atLeast } from '@pennant/contract/enums'
import type { DetailedGameInfo } from '@pennant/contract/game'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { prepared, type Reply } from '../../http/reply.ts'
import type { Game } from '../../core/game/game.ts'
import { presentGame } from './present.ts'

export const createGameInformation = ({ access }: Pick<Core, 'access'>) => {
  const forStrangers = new WeakMap<Game, Reply>()

  return async (gameId: number, principal: Principal | null): Promise<DetailedGameInfo | Reply> => {
    const caller = principal !== null && atLeast(principal.role, 'User') ? principal : null
    const game = await access.visible(gameId, caller)
    const id = caller === null ? undefined : game.registrations.get(caller.userId)
    const own = id === undefined ? undefined : game.participations.get(id)
    if (own !== undefined) return presentGame(game, own)
    const reply = forStrangers.get(game) ?? prepared({ value: presentGame(game, null) })
    forStrangers.set(game, reply)
    return reply
  }
}

export type GameInformation = ReturnType<typeof createGameInformation>
