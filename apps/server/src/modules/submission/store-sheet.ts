import { sql } from 'kysely'
import type { AnswerResult } from '@pennant/contract/enums'
import type { Db } from '../../ports/database.ts'
import { newestOf } from './store-newest.ts'

export type SheetSubmission = {
  id: number
  cursor: string
  time: Date
  status: AnswerResult
  answer: string
  participation_id: number
  challenge_id: number
  user_name: string | null
  email: string | null
}

type Page = { newest: number; after: Pick<SheetSubmission, 'id' | 'cursor'> | undefined; count: number }

export const createSubmissionSheetStore = (db: Db) => ({
  newest: newestOf(db),

  /** Newest first. */
  page(gameId: number, { newest, after, count }: Page): Promise<SheetSubmission[]> {
    const all = db
      .selectFrom('submission as s')
      .leftJoin('user as u', 'u.id', 's.user_id')
      .select(['s.id', 's.time', 's.status', 's.answer', 's.participation_id', 's.challenge_id'])
      .select(['u.name as user_name', 'u.email'])
      .select(sql<string>`s.time::text`.as('cursor'))
      .where('s.game_id', '=', gameId)
      .where('s.id', '<=', newest)
      .orderBy('s.time', 'desc')
      .orderBy('s.id', 'desc')
      .limit(count)
    if (after === undefined) return all.execute()
    return all
      .where(sql<boolean>`(s.time, s.id) < (${after.cursor}::timestamptz, ${after.id}::bigint)`)
      .execute()
  },
})
