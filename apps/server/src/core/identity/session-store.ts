import { type RawBuilder, sql } from 'kysely'
import type { Role } from '@pennant/contract/enums'
import type { Db, SessionRow } from '../../ports/database.ts'

export type StoredSession = {
  id: string
  user_id: string
  created_at: Date
  expires_at: Date
  name: string
  role: Role
  role_at: Date | null
  registered_at: Date
  factor_at: Date | null
  rehearsal_id: string | null
}

type NewSession = Omit<SessionRow, 'signed'>

export type Visit = { userId: string; at: Date; ip: string }

export const createSessionStore = (db: Db) => ({
  // A session that began under another stamp than its user has now is over.
  find: (tokenHash: Buffer): Promise<StoredSession | undefined> =>
    db
      .selectFrom('session')
      .innerJoin('user', (join) =>
        join.onRef('user.id', '=', 'session.user_id').onRef('user.stamp', '=', 'session.stamp'),
      )
      .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
      .select([
        'session.id',
        'session.user_id',
        'session.created_at',
        'session.expires_at',
        'user.name',
        'user.role',
        'user.role_at',
        'user.registered_at',
        'user.rehearsal_id',
        'second_factor.set_up_at as factor_at',
      ])
      .where('session.token_hash', '=', tokenHash)
      .executeTakeFirst(),

  // Such sessions began before tokens were signed, or in a process of an older version.
  async anyUnsigned(now: Date): Promise<boolean> {
    const row = await db
      .selectFrom('session')
      .select('id')
      .where((is) => is.not('signed'))
      .where('expires_at', '>', now)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  insert: (row: NewSession): Promise<boolean> =>
    insertFor(db, row, sql`select id, stamp from "user" where id = ${row.user_id} and stamp = ${row.stamp}`),

  /** Notes the login on the user's row, too: two statements would wait for the disk twice. */
  insertAtLogin: (row: NewSession, { at, ip }: Omit<Visit, 'userId'>): Promise<boolean> =>
    insertFor(
      db,
      row,
      sql`
        update "user" set signed_in_at = ${at}::timestamptz, visited_at = ${at}::timestamptz, ip = ${ip}::text
        where id = ${row.user_id} and stamp = ${row.stamp}
        returning id, stamp
      `,
    ),

  async extend(id: string, expiresAt: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ expires_at: expiresAt })
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async delete(id: string): Promise<void> {
    await db.deleteFrom('session').where('id', '=', id).execute()
  },

  async deleteOfUser(userId: string, except?: string): Promise<void> {
    await db
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
      .execute()
  },

  async deleteExpired(now: Date): Promise<number> {
    const result = await db.deleteFrom('session').where('expires_at', '<', now).executeTakeFirst()
    return Number(result.numDeletedRows)
  },

  async recordVisits(visits: readonly Visit[]): Promise<void> {
    // Locked in one order, so that two processes that write the same users never deadlock; and not so
    // strongly that rows that refer to users, such as submissions, have to wait.
    await sql`
      with v as (
        select * from unnest(
          ${visits.map((visit) => visit.userId)}::uuid[],
          ${visits.map((visit) => visit.at)}::timestamptz[],
          ${visits.map((visit) => visit.ip)}::text[]
        ) as v (id, at, ip)
      ), locked as (
        select u.id, v.at, v.ip from "user" u join v on v.id = u.id order by u.id for no key update of u
      )
      update "user" u set visited_at = l.at, ip = l.ip from locked l where u.id = l.id
    `.execute(db)
  },
})

/** False where `owner` finds no row. */
const insertFor = async (db: Db, row: NewSession, owner: RawBuilder<unknown>): Promise<boolean> => {
  const { numAffectedRows } = await sql`/* prepare */
    with owner as (${owner})
    insert into session (id, token_hash, user_id, stamp, created_at, expires_at, ip, agent, signed)
    select ${row.id}::uuid, ${row.token_hash}::bytea, owner.id, owner.stamp, ${row.created_at}::timestamptz,
      ${row.expires_at}::timestamptz, ${row.ip}::text, ${row.agent}::text, true
    from owner
  `.execute(db)
  return numAffectedRows === 1n
}

export type SessionStore = ReturnType<typeof createSessionStore>
