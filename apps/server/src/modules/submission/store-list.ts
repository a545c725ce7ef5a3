import { sql, type RawBuilder } from 'kysely'
import type { AnswerResult } from '@pennant/contract/enums'
import type { Narrowed } from '@pennant/rules/watch/narrow'
import type { Db } from '../../ports/database.ts'
import { submissionConditions } from '../../core/game/submission-filter.ts'
import { newestOf } from './store-newest.ts'

export type ListedSubmission = {
  participation_id: number
  challenge_id: number
  answer: string
  status: AnswerResult
  time: Date
  user_name: string | null
}

export type DetailedSubmission = ListedSubmission & { id: number; user_id: string | null }

export type PagedSubmission = DetailedSubmission & { cursor: string }

export type OwnSubmission = Pick<ListedSubmission, 'answer' | 'status' | 'time' | 'user_name'>

export type ListedCheat = ListedSubmission & {
  owner_id: number
}

type Filter = {
  status: AnswerResult | undefined
  narrowed: Narrowed
  newest?: number
}
type Page = Filter & { count: number; skip: number }
type Portion = Filter & { count: number; after: Pick<PagedSubmission, 'id' | 'cursor'> | undefined }

// The status is a literal, so that its partial index can serve it.
const conditionsOf = ({ status, narrowed, newest }: Filter): RawBuilder<boolean>[] => [
  ...(newest === undefined ? [] : [sql<boolean>`submission.id <= ${newest}`]),
  ...(status === undefined ? [] : [sql<boolean>`submission.status = ${sql.lit(status)}`]),
  ...submissionConditions(narrowed),
]

export const createSubmissionListStore = (db: Db) => ({
  /** Newest first. What is skipped is counted in the index, and only the page itself is fetched. */
  page: (gameId: number, { count, skip, ...filter }: Page): Promise<DetailedSubmission[]> =>
    db
      .with('page', (is) =>
        is
          .selectFrom('submission')
          .select(['id', 'time'])
          .where('game_id', '=', gameId)
          .where(({ and }) => and(conditionsOf(filter)))
          .orderBy('time', 'desc')
          .orderBy('id', 'desc')
          .limit(count)
          .offset(skip),
      )
      .selectFrom('page')
      .innerJoin('submission as s', 's.id', 'page.id')
      .leftJoin('user as u', 'u.id', 's.user_id')
      .select(['s.participation_id', 's.challenge_id', 's.answer', 's.status', 's.time'])
      .select(['s.id', 's.user_id', 'u.name as user_name'])
      .orderBy('page.time', 'desc')
      .orderBy('page.id', 'desc')
      .execute(),

  newest: newestOf(db),

  /** Newest first, like the next two; those after `after`. */
  older: (gameId: number, { count, after, ...filter }: Portion): Promise<PagedSubmission[]> =>
    db
      .selectFrom('submission')
      .leftJoin('user as u', 'u.id', 'submission.user_id')
      .select(['submission.participation_id', 'submission.challenge_id', 'submission.answer'])
      .select(['submission.status', 'submission.time', 'submission.id', 'submission.user_id'])
      .select(['u.name as user_name', sql<string>`submission.time::text`.as('cursor')])
      .where('game_id', '=', gameId)
      .where(({ and }) => and(conditionsOf(filter)))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(submission.time, submission.id) < (${after?.cursor}::timestamptz, ${after?.id}::bigint)`,
        ),
      )
      .orderBy('submission.time', 'desc')
      .orderBy('submission.id', 'desc')
      .limit(count)
      .execute(),

  async count(gameId: number, filter: Filter): Promise<number> {
    const { total } = await db
      .selectFrom('submission')
      .select((is) => is.fn.countAll<number>().as('total'))
      .where('game_id', '=', gameId)
      .where(({ and }) => and(conditionsOf(filter)))
      .executeTakeFirstOrThrow()
    return total
  },

  ofTeam: (participationId: number, challengeId: number, limit: number): Promise<OwnSubmission[]> =>
    db
      .selectFrom('submission as s')
      .leftJoin('user as u', 'u.id', 's.user_id')
      .select(['s.answer', 's.status', 's.time', 'u.name as user_name'])
      .where('s.participation_id', '=', participationId)
      .where('s.challenge_id', '=', challengeId)
      .orderBy('s.id', 'desc')
      .limit(limit)
      .execute(),

  cheats: (gameId: number, limit: number): Promise<ListedCheat[]> =>
    db
      .selectFrom('cheat_info as c')
      .innerJoin('submission as s', 's.id', 'c.submission_id')
      .leftJoin('user as u', 'u.id', 's.user_id')
      .select(['s.participation_id', 's.challenge_id', 's.answer', 's.status', 's.time'])
      .select(['u.name as user_name', 'c.owner_id'])
      .where('c.game_id', '=', gameId)
      .orderBy('c.submission_id', 'desc')
      .limit(limit)
      .execute(),
})

export type SubmissionListStore = ReturnType<typeof createSubmissionListStore>
