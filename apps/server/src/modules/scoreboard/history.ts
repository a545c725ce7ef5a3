import { Problem } from '@pennant/contract/problem'
import type { HistoryEntry, ScoreboardItem } from '@pennant/contract/scoreboard'
import { ownLine } from '@pennant/rules/scoreboard/freeze'
import { historyOf } from '@pennant/rules/scoreboard/history'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { type PublicBoard, publicBoard } from '../../core/game/public-board.ts'
import type { Principal } from '../../core/identity/caller.ts'

export const createHistories = ({ access, clock }: Pick<Core, 'access' | 'clock'>) => {
  const present = (
    { adjustments }: Game,
    { board, frozenAt }: PublicBoard,
    participationId: number,
    line: ScoreboardItem | undefined,
  ): HistoryEntry[] => {
    if (line === undefined) return []
    const own = adjustments.filter((one) => one.participationId === participationId)
    return historyOf(line, own, { until: frozenAt, challengeOf: board.challengeOf })
  }

  return {
    async own(gameId: number, principal: Principal): Promise<HistoryEntry[]> {
      const { game, participation } = await access.player(gameId, principal, { late: true })
      const { id } = participation
      const board = publicBoard(game, 'everyone', clock.now())
      if (board === null) return []
      return present(game, board, id, ownLine(board.board, id, game.frozen?.hiddenOf(id) ?? []))
    },

    async of(gameId: number, participationId: number, principal: Principal): Promise<HistoryEntry[]> {
      const game = await access.begun(gameId, principal)
      if (!game.participations.has(participationId)) throw new Problem('participation.notFound')
      const board = publicBoard(game, 'staff', clock.now())
      return present(game, board, participationId, board.board.itemOf(participationId))
    },
  }
}

export type Histories = ReturnType<typeof createHistories>
