import { sql } from 'kysely'
import type { Role } from '@pennant/contract/enums'
import type { Db, SessionTable } from '../../ports/database.ts'
import type { Insertable } from 'kysely'

export type StoredSession = {
  id: string
  user_id: string
  expires_at: Date
  name: string
  role: Role
}

export type Visit = { userId: string; at: Date; ip: string }

export const createSessionStore = (db: Db) => ({
  find: (tokenHash: Buffer): Promise<StoredSession | undefined> =>
    db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select(['session.id', 'session.user_id', 'session.expires_at', 'user.name', 'user.role'])
      .where('session.token_hash', '=', tokenHash)
      .executeTakeFirst(),

  async insert(row: Insertable<SessionTable>): Promise<void> {
    await db.insertInto('session').values(row).execute()
  },

  async extend(id: string, expiresAt: Date): Promise<void> {
    await db.updateTable('session').set({ expires_at: expiresAt }).where('id', '=', id).execute()
  },

  async delete(id: string): Promise<void> {
    await db.deleteFrom('session').where('id', '=', id).execute()
  },

  async deleteOfUser(userId: string): Promise<void> {
    await db.deleteFrom('session').where('user_id', '=', userId).execute()
  },

  async deleteExpired(now: Date): Promise<number> {
    const result = await db.deleteFrom('session').where('expires_at', '<', now).executeTakeFirst()
    return Number(result.numDeletedRows)
  },

  async recordVisits(visits: readonly Visit[]): Promise<void> {
    await sql`
      update "user" u set visited_at = v.at, ip = v.ip
      from unnest(
        ${visits.map((visit) => visit.userId)}::uuid[],
        ${visits.map((visit) => visit.at)}::timestamptz[],
        ${visits.map((visit) => visit.ip)}::text[]
      ) as v (id, at, ip)
      where u.id = v.id
    `.execute(db)
  },
})

export type SessionStore = ReturnType<typeof createSessionStore>
