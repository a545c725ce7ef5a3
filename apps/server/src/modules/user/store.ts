import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, UserRow, UserTable } from '../../ports/database.ts'

export const createUserStore = (db: Db) => ({
  find: (id: string): Promise<UserRow | undefined> =>
    db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst(),

  lock: (id: string): Promise<UserRow | undefined> =>
    db.selectFrom('user').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  async page(count: number, skip: number): Promise<{ users: UserRow[]; total: number }> {
    const users = await db.selectFrom('user').selectAll().orderBy('id').limit(count).offset(skip).execute()
    const { total } = await db
      .selectFrom('user')
      .select((is) => is.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { users, total }
  },

  search: (hint: string, limit: number): Promise<UserRow[]> => {
    const holds = (column: string) =>
      sql<boolean>`position(lower(${hint}) in lower(${sql.ref(column)}::text)) > 0`
    return db
      .selectFrom('user')
      .selectAll()
      .where((is) => is.or(['name', 'std_number', 'email', 'phone', 'id', 'real_name'].map(holds)))
      .orderBy('id')
      .limit(limit)
      .execute()
  },

  byKeys: (nameKey: string, emailKey: string): Promise<UserRow[]> =>
    db
      .selectFrom('user')
      .selectAll()
      .where((is) => is.or([is('name_key', '=', nameKey), is('email_key', '=', emailKey)]))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),

  /** Two batches with the same people in another order would wait for each other. */
  async oneBatchAtATime(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('user batch', 0))`.execute(db)
  },

  async insert(row: Insertable<UserTable>): Promise<void> {
    await db.insertInto('user').values(row).execute()
  },

  async update(id: string, changes: Updateable<UserTable>): Promise<boolean> {
    const result = await db.updateTable('user').set(changes).where('id', '=', id).executeTakeFirst()
    return result.numUpdatedRows === 1n
  },

  async delete(id: string): Promise<void> {
    await db.deleteFrom('user').where('id', '=', id).execute()
  },

  async leads(id: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('team')
      .select('name')
      .where('captain_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    return row?.name
  },

  /** The first of the members leads. */
  async insertTeam(team: { name: string; invite_token: string }, members: readonly string[]): Promise<void> {
    const [captain = ''] = members
    const { id } = await db
      .insertInto('team')
      .values({ ...team, captain_id: captain })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('team_member')
      .values(members.map((userId) => ({ team_id: id, user_id: userId })))
      .execute()
  },

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})

export type UserStore = ReturnType<typeof createUserStore>
