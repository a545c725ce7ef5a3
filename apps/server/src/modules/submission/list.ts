import type { AnswerResult } from '@pennant/contract/enums'
import type { SubmissionRecord } from '@pennant/contract/submission'
import { narrow, type WatchFilter } from '@pennant/rules/watch/narrow'
import type { Principal } from '../../http/bind.ts'
import { counted, type Reply } from '../../http/reply.ts'
import type { GameGate } from '../../ports/held-game.ts'
import { presentDetailedSubmission, presentSubmission } from './present-list.ts'
import type { SubmissionListStore } from './store-list.ts'

export type ListNeeds = { store: SubmissionListStore; gate: Pick<GameGate, 'begun'> }
type Query = WatchFilter & { type?: AnswerResult; count?: number; skip?: number; detail?: boolean }

const usualCount = 100

/** What was submitted in a game, for monitors. */
export const createSubmissionList =
  ({ store, gate }: ListNeeds) =>
  async (
    gameId: number,
    { type: status, count = usualCount, skip = 0, detail = false, ...rest }: Query,
    caller: Principal,
  ): Promise<SubmissionRecord[] | Reply> => {
    const game = await gate.begun(gameId, caller)
    const filter = { status, narrowed: narrow(game, rest) }
    const page = count === 0 ? [] : store.page(gameId, { ...filter, count, skip })
    if (!detail) return (await page).map((row) => presentSubmission(game, row))
    const [rows, total] = await Promise.all([page, store.count(gameId, filter)])
    return counted(
      rows.map((row) => presentDetailedSubmission(game, row)),
      total,
    )
  }
