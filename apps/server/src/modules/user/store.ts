import type { Role } from '@pennant/contract/enums'
import type { UserOrder } from '@pennant/contract/user'
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type { Db, UserRow, UserTable } from '../../ports/database.ts'

/** Without an order, by id. */
export type UserFilter = {
  search?: string | undefined
  role?: Role | undefined
  confirmed?: boolean | undefined
  sort?: UserOrder | undefined
  descending?: boolean | undefined
}

const holds = (column: string, hint: string) =>
  sql<boolean>`position(lower(${hint}) in lower(${sql.ref(column)}::text)) > 0`

const found = ['name', 'std_number', 'email', 'phone', 'id', 'real_name']

const orders: Readonly<Record<UserOrder, RawBuilder<unknown>>> = {
  name: sql`name_key`,
  email: sql`email_key`,
  registered: sql`registered_at`,
  visited: sql`coalesce(visited_at, to_timestamp(0))`,
  role: sql`array_position(array['Banned', 'User', 'Monitor', 'Admin'], role)`,
  address: sql`ip`,
}

const portionsKeptMs = 7 * 86_400_000

export type ListedUser = UserRow & { has_factor: boolean }

const hasFactor = sql<boolean>`exists (select from second_factor f where f.user_id = "user".id)`

export const createUserStore = (db: Db) => ({
  find: (id: string): Promise<UserRow | undefined> =>
    db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst(),

  lock: (id: string): Promise<UserRow | undefined> =>
    db.selectFrom('user').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  async page(
    count: number,
    skip: number,
    { search = '', role, confirmed, sort, descending = false }: UserFilter = {},
  ): Promise<{ users: ListedUser[]; total: number }> {
    const direction = descending ? 'desc' : 'asc'
    const matching = db
      .selectFrom('user')
      .where('rehearsal_id', 'is', null)
      .$if(search !== '', (query) =>
        query.where((is) => is.or([...found, 'ip'].map((column) => holds(column, search)))),
      )
      .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'User'))
      .$if(confirmed !== undefined, (query) => query.where('email_confirmed', '=', confirmed ?? true))
    const users = await matching
      .selectAll()
      .select(hasFactor.as('has_factor'))
      .$if(sort !== undefined, (query) => query.orderBy(orders[sort ?? 'name'], direction))
      .orderBy('id', direction)
      .limit(count)
      .offset(skip)
      .execute()
    const { total } = await matching
      .select((is) => is.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { users, total }
  },

  search: (hint: string, limit: number): Promise<ListedUser[]> =>
    db
      .selectFrom('user')
      .selectAll()
      .select(hasFactor.as('has_factor'))
      .where('rehearsal_id', 'is', null)
      .where((is) => is.or(found.map((column) => holds(column, hint))))
      .orderBy('id')
      .limit(limit)
      .execute(),

  byKeys: (nameKey: string, emailKey: string): Promise<UserRow[]> =>
    db
      .selectFrom('user')
      .selectAll()
      .where((is) => is.or([is('name_key', '=', nameKey), is('email_key', '=', emailKey)]))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),

  /** Two batches with the same users in another order would deadlock. */
  async oneBatchAtATime(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('user batch', 0))`.execute(db)
  },

  async isPortionDone(key: string): Promise<boolean> {
    const row = await db.selectFrom('user_portion').select('key').where('key', '=', key).executeTakeFirst()
    return row !== undefined
  },

  /** True if the portion is new. Forgets those too old to be sent again. */
  async beginPortion(key: string, now: Date): Promise<boolean> {
    const kept = new Date(now.getTime() - portionsKeptMs)
    await db.deleteFrom('user_portion').where('created_at', '<', kept).execute()
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('user_portion')
      .values({ key, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },

  /** One change at a time, so that two administrators can't remove each other. */
  async oneAdministrationAtATime(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(db)
  },

  async anyAdministrator(): Promise<boolean> {
    const row = await db
      .selectFrom('user')
      .select('id')
      .where('role', '=', 'Admin')
      .where('email_confirmed', '=', true)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
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

  /** In the order in which all callers lock them; locked until the transaction ends. */
  async lockTeamsOf(userId: string): Promise<number[]> {
    const rows = await db
      .selectFrom('team')
      .select('id')
      .where('id', 'in', (is) => is.selectFrom('team_member').select('team_id').where('user_id', '=', userId))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    return rows.map(({ id }) => id)
  },

  async setInviteToken(teamId: number, token: string): Promise<void> {
    await db.updateTable('team').set({ invite_token: token }).where('id', '=', teamId).execute()
  },

  async insertTeam(
    team: { name: string; invite_token: string; skeletons: string[] },
    members: readonly string[],
  ): Promise<void> {
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

  async tried<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const tx = await db.startTransaction().execute()
    try {
      return await work(tx)
    } finally {
      await tx.rollback().execute()
    }
  },

  /** Rolls back the work alone if it fails, so that its transaction can go on. */
  async apart(work: () => Promise<void>): Promise<void> {
    await sql`savepoint apart`.execute(db)
    try {
      await work()
      await sql`release savepoint apart`.execute(db)
    } catch (error) {
      await sql`rollback to savepoint apart`.execute(db)
      throw error
    }
  },
})

export type UserStore = ReturnType<typeof createUserStore>
