import { atLeast, type Role } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { hasStarted, isOver } from '@pennant/rules/game/phase'
import { isSecret } from '@pennant/rules/game/visibility'
import type { Clock } from '../../ports/clock.ts'
import type { GameAccess, Game, GameCache } from './game.ts'

export const createGameAccess = (games: GameCache, clock: Clock): GameAccess => {
  const see: GameAccess['see'] = ({ settings, registrations }, caller) => {
    if (!isSecret(settings)) return
    const known = caller !== null && (seesSecrets(caller) || registrations.has(caller.userId))
    if (!known) throw new Problem('game.notFound')
  }

  const visible: GameAccess['visible'] = async (gameId, caller) => {
    const game = await games.must(gameId)
    see(game, caller)
    return game
  }

  // In the order of the wire.
  const check: GameAccess['check'] = (game, caller, now, { late = false } = {}) => {
    const participation = participationOf(game, caller.userId)
    if (participation === undefined) throw notIn(game, caller)
    if (participation.status !== 'Accepted') throw new Problem('participation.notAccepted')
    if (!hasStarted(game.settings, now)) throw new Problem('game.notStarted')
    if (!late && isOver(game.settings, now)) throw new Problem('game.ended')
    return participation
  }

  return {
    see,
    visible,
    check,
    async begun(gameId, caller) {
      const game = await visible(gameId, caller)
      if (!hasStarted(game.settings, clock.now())) throw new Problem('game.notStarted')
      return game
    },
    async player(gameId, caller, options) {
      const game = await games.must(gameId)
      return { game, participation: check(game, caller, clock.now(), options) }
    },
  }
}

const participationOf = ({ registrations, participations }: Game, userId: string) => {
  const id = registrations.get(userId)
  return id === undefined ? undefined : participations.get(id)
}

// Outsiders don't learn that a secret game exists.
const notIn = ({ settings }: Game, caller: { role: Role }): Problem =>
  new Problem(isSecret(settings) && !seesSecrets(caller) ? 'game.notFound' : 'participation.none')

const seesSecrets = ({ role }: { role: Role }): boolean => atLeast(role, 'Monitor')
