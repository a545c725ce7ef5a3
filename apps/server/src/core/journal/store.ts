import { sql, type Insertable } from 'kysely'
import type { Db, LogTable } from '../../ports/database.ts'
import { anyOf } from '../store-any-of.ts'

export type Repeat = { fold: string; count: number; last: Date }

export const createLogStore = (db: Db) => ({
  async insert(rows: readonly Insertable<LogTable>[]): Promise<void> {
    await db
      .insertInto('log')
      .values([...rows])
      // One whose answer was lost with the connection is written again.
      .onConflict((on) =>
        on
          .column('fold')
          .where('fold', 'is not', null)
          .doUpdateSet(({ ref }) => ({ count: ref('excluded.count'), last_time: ref('excluded.last_time') })),
      )
      .execute()
  },

  async addRepeats(repeats: readonly Repeat[]): Promise<void> {
    await sql`
      update log set count = log.count + more.count, last_time = greatest(log.last_time, more.last)
      from unnest(
        ${repeats.map(({ fold }) => fold)}::uuid[],
        ${repeats.map(({ count }) => count)}::integer[],
        ${repeats.map(({ last }) => last)}::timestamptz[]
      ) as more (fold, count, last)
      where log.fold = more.fold
    `.execute(db)
  },

  async deleteOld(before: Date, portion: number): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('log')
      .where('id', '=', (from) =>
        anyOf(
          from
            .selectFrom('log')
            .select('id')
            .where('time', '<', before)
            .orderBy('time')
            .limit(portion)
            .$asScalar(),
        ),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

export type LogStore = ReturnType<typeof createLogStore>
