import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, Tx, UserRow, UserTable } from '../../ports/database.ts'

// Prepared statements with `*` would fail as soon as a newer version adds a column.
const columns: Readonly<Record<keyof UserRow, true>> = {
  id: true,
  name: true,
  name_key: true,
  email: true,
  email_key: true,
  email_confirmed: true,
  password_hash: true,
  stamp: true,
  role: true,
  role_at: true,
  bio: true,
  phone: true,
  real_name: true,
  std_number: true,
  avatar_hash: true,
  registered_at: true,
  signed_in_at: true,
  visited_at: true,
  ip: true,
  skeletons: true,
  rehearsal_id: true,
}
const userColumns = sql.join(Object.keys(columns).map((column) => sql.ref(`u.${column}`)))

/** `factor_at`: null without a second factor. */
export type LoginRow = UserRow & { factor_at: Date | null }

export const createAccountStore = (db: Db) => ({
  byId: (id: string): Promise<UserRow | undefined> =>
    db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst(),

  byEmailKey: (key: string): Promise<UserRow | undefined> =>
    db.selectFrom('user').selectAll().where('email_key', '=', key).executeTakeFirst(),

  /** A user with that address comes before a user with that name. */
  async byLogin(key: string): Promise<LoginRow[]> {
    const { rows } = await sql<LoginRow>`/* prepare */
      select ${userColumns}, f.set_up_at as factor_at
      from "user" u left join second_factor f on f.user_id = u.id
      where u.name_key = ${key} or u.email_key = ${key}
    `.execute(db)
    return rows.toSorted((a, b) => Number(b.email_key === key) - Number(a.email_key === key))
  },

  async anyAdministrator(): Promise<boolean> {
    const row = await db
      .selectFrom('user')
      .select('id')
      .where('role', '=', 'Admin')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Whose address is confirmed. */
  administrators: (): Promise<Pick<UserRow, 'name' | 'email'>[]> =>
    db
      .selectFrom('user')
      .select(['name', 'email'])
      .where('role', '=', 'Admin')
      .where('email_confirmed', '=', true)
      .orderBy('id')
      .execute(),

  async insert(row: Insertable<UserTable>): Promise<void> {
    await db.insertInto('user').values(row).execute()
  },

  /** With `stamp`, only while the stamp is still the same: of two concurrent changes, one wins. */
  async update(id: string, changes: Updateable<UserTable>, stamp?: string): Promise<boolean> {
    const result = await db
      .updateTable('user')
      .set(changes)
      .where('id', '=', id)
      .$if(stamp !== undefined, (query) => query.where('stamp', '=', stamp ?? ''))
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  },

  /** Of two concurrent calls, each replaces a different image. Null when there is no such user. */
  async swapAvatar(id: string, hash: string): Promise<{ before: string | null } | null> {
    const { rows } = await sql<{ before: string | null }>`
      update "user" u set avatar_hash = ${hash}
      from (select id, avatar_hash from "user" where id = ${id} for no key update) old
      where u.id = old.id
      returning old.avatar_hash as before
    `.execute(db)
    return rows[0] ?? null
  },

  atomically: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work),
})

export type AccountStore = ReturnType<typeof createAccountStore>

export const collision = (error: unknown): 'name' | 'email' | null => {
  if (typeof error !== 'object' || error === null) return null
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code !== '23505') return null
  if (constraint === 'user_name_key_key') return 'name'
  return constraint === 'user_email_key_key' ? 'email' : null
}
