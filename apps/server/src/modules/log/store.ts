import type { Insertable } from 'kysely'
import type { LogLevel } from '@pennant/contract/enums'
import type { Db, LogRow, LogTable } from '../../ports/database.ts'

export const createLogStore = (db: Db) => ({
  async insert(rows: readonly Insertable<LogTable>[]): Promise<void> {
    await db
      .insertInto('log')
      .values([...rows])
      .execute()
  },

  newest: (level: LogLevel | null, count: number, skip: number): Promise<LogRow[]> =>
    db
      .selectFrom('log')
      .selectAll()
      .$if(level !== null, (query) => query.where('level', '=', level as LogLevel))
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .limit(count)
      .offset(skip)
      .execute(),
})

export type LogStore = ReturnType<typeof createLogStore>
