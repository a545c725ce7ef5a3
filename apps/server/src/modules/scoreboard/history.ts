import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '@pennant/contract/problem'
import type { HistoryEntry } from '@pennant/contract/scoreboard'
import { historyInPortions } from '@pennant/rules/scoreboard/history'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { publicBoard } from '../../core/game/public-board.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { changesOf, recordOf } from './present-record.ts'
import type { ChangeStore } from './store-changes.ts'

export const createHistories = ({ access, clock }: Pick<Core, 'access' | 'clock'>, store: ChangeStore) => {
  const of = async (game: Game, participationId: number, until: number | null): Promise<HistoryEntry[]> => {
    const taken = recordOf(game)
    const changes = changesOf(game.id, await store.list(game.id, new Date(game.settings.start)))
    const portions = historyInPortions({ ...taken, changes }, participationId, until)
    for (;;) {
      const { done, value } = portions.next()
      if (done === true) return value
      await nextTurn()
    }
  }

  return {
    async own(gameId: number, principal: Principal): Promise<HistoryEntry[]> {
      const { game, participation } = await access.player(gameId, principal, { late: true })
      const board = publicBoard(game, 'everyone', clock.now())
      return board === null ? [] : of(game, participation.id, board.frozenAt)
    },

    async of(gameId: number, participationId: number, principal: Principal): Promise<HistoryEntry[]> {
      const game = await access.begun(gameId, principal)
      if (!game.participations.has(participationId)) throw new Problem('participation.notFound')
      return of(game, participationId, null)
    },
  }
}

export type Histories = ReturnType<typeof createHistories>
