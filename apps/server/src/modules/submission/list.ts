import type { AnswerResult } from '@pennant/contract/enums'
import type { SubmissionInfo } from '@pennant/contract/hub'
import type { Principal } from '../../http/bind.ts'
import type { GameGate } from '../../ports/held-game.ts'
import { presentSubmission } from './present-list.ts'
import type { SubmissionListStore } from './store-list.ts'

export type ListNeeds = { store: SubmissionListStore; gate: Pick<GameGate, 'begun'> }
type Query = { type?: AnswerResult; count?: number; skip?: number }

const usualCount = 100

/** What was submitted in a game, for monitors. */
export const createSubmissionList =
  ({ store, gate }: ListNeeds) =>
  async (
    gameId: number,
    { type: status, count = usualCount, skip = 0 }: Query,
    caller: Principal,
  ): Promise<SubmissionInfo[]> => {
    const game = await gate.begun(gameId, caller)
    if (count === 0) return []
    const rows = await store.page(gameId, { status, count, skip })
    return rows.map((row) => presentSubmission(game, row))
  }
