import type { LogLevel } from '@pennant/contract/enums'
import { sql, type Insertable } from 'kysely'
import type { Db, LogRow, LogTable } from '../../ports/database.ts'

/** Parts of the message, the user, the address. Times include `from` and leave out `to`. */
export type LogFilter = {
  level?: LogLevel | null
  search?: string | undefined
  user?: string | undefined
  address?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export type Repeat = { fold: string; count: number; last: Date }

export const createLogStore = (db: Db) => ({
  async insert(rows: readonly Insertable<LogTable>[]): Promise<void> {
    await db
      .insertInto('log')
      .values([...rows])
      .execute()
  },

  /** How often what has been told has happened again, and when for the last time. */
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

  /** Deletes a portion of what was last told before `before`; answers how many there were. */
  async deleteOld(before: Date, portion: number): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('log')
      .where('id', 'in', (from) =>
        from.selectFrom('log').select('id').where('time', '<', before).orderBy('time').limit(portion),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  },

  newest: (filter: LogFilter, count: number, skip: number): Promise<LogRow[]> =>
    matching(db, filter)
      .selectAll()
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .limit(count)
      .offset(skip)
      .execute(),

  async count(filter: LogFilter): Promise<number> {
    const { total } = await matching(db, filter)
      .select((is) => is.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  },
})

const matching = (db: Db, { level = null, from, to, ...parts }: LogFilter) => {
  let query = db.selectFrom('log')
  if (level !== null) query = query.where('level', '=', level)
  if (from !== undefined) query = query.where('time', '>=', from)
  if (to !== undefined) query = query.where('time', '<', to)
  for (const [part, column] of columns) {
    const text = parts[part] ?? ''
    if (text !== '') query = query.where(holds(column, text))
  }
  return query
}

const columns = [
  ['search', 'msg'],
  ['user', 'name'],
  ['address', 'ip'],
] as const

const holds = (column: string, text: string) =>
  sql<boolean>`position(lower(${text}) in lower(${sql.ref(column)})) > 0`

export type LogStore = ReturnType<typeof createLogStore>
