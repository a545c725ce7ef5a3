import type { AnswerResult } from '@pennant/contract/enums'
import type { SubmissionRecord } from '@pennant/contract/submission'
import { narrow, type WatchFilter } from '@pennant/rules/watch/narrow'
import type { Principal } from '../../http/bind.ts'
import { counted, totalOf, type Reply } from '../../http/reply.ts'
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
    const page = { count, skip }
    const rows = count === 0 ? [] : await store.page(gameId, { ...filter, ...page })
    if (!detail) return rows.map((row) => presentSubmission(game, row))
    return counted(
      rows.map((row) => presentDetailedSubmission(game, row)),
      await totalOf(page, rows.length, () => store.count(gameId, filter)),
    )
  }
