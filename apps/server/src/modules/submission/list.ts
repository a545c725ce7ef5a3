import type { AnswerResult } from '@pennant/contract/enums'
import type { SubmissionRecord } from '@pennant/contract/submission'
import { narrow, type WatchFilter } from '@pennant/rules/watch/narrow'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { counted, streamed, totalOf, type Reply } from '../../http/reply.ts'
import { presentDetailedSubmission, presentSubmission } from './present-list.ts'
import { inPortions } from './portions.ts'
import type { DetailedSubmission, PagedSubmission, SubmissionListStore } from './store-list.ts'

type Query = WatchFilter & { type?: AnswerResult; count?: number; skip?: number; detail?: boolean }

const usualCount = 100

export const createSubmissionList =
  ({ access }: Pick<Core, 'access'>, store: SubmissionListStore) =>
  async (
    gameId: number,
    { type: status, count = usualCount, skip = 0, detail = false, ...rest }: Query,
    caller: Principal,
  ): Promise<SubmissionRecord[] | Reply> => {
    const game = await access.begun(gameId, caller)
    const filter = { status, narrowed: narrow(game, rest) }
    const present = (row: DetailedSubmission): SubmissionRecord =>
      detail ? presentDetailedSubmission(game, row) : presentSubmission(game, row)
    if (count === 0) {
      // Submissions that come in while these are sent are in no portion and not counted.
      const all = { ...filter, newest: await store.newest(gameId) }
      const portions = inPortions<PagedSubmission>((after, most) =>
        store.older(gameId, { ...all, after, count: most }),
      )
      return streamed({
        portions: presented(portions, present),
        ...(detail ? { total: await store.count(gameId, all) } : {}),
      })
    }
    const page = { count, skip }
    const rows = await store.page(gameId, { ...filter, ...page })
    if (!detail) return rows.map(present)
    return counted(rows.map(present), await totalOf(page, rows.length, () => store.count(gameId, filter)))
  }

async function* presented<T, U>(portions: AsyncIterable<T[]>, present: (row: T) => U): AsyncGenerator<U[]> {
  for await (const portion of portions) yield portion.map(present)
}
