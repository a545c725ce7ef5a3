import type { Role } from '@pennant/contract/enums'
import type { Insertable } from 'kysely'
import type { ApiTokenRow, ApiTokenTable, Db } from '../../ports/database.ts'

export type StoredToken = ApiTokenRow & { creator: string | null }
export type TokenWithRole = StoredToken & {
  role: Role | null
  role_at: Date | null
  registered_at: Date | null
  factor_at: Date | null
}

export const createTokenStore = (db: Db) => ({
  async insert(row: Insertable<ApiTokenTable>): Promise<void> {
    await db.insertInto('api_token').values(row).execute()
  },

  /** Locks it until the transaction ends. */
  hold: (id: string): Promise<ApiTokenRow | undefined> =>
    db.selectFrom('api_token').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  findWithRole: (id: string): Promise<TokenWithRole | undefined> =>
    db
      .selectFrom('api_token')
      .leftJoin('user', 'user.id', 'api_token.creator_id')
      .selectAll('api_token')
      .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
      .select(['user.name as creator', 'user.role', 'user.role_at', 'user.registered_at'])
      .select('second_factor.set_up_at as factor_at')
      .where('api_token.id', '=', id)
      .executeTakeFirst(),

  all: (): Promise<StoredToken[]> =>
    db
      .selectFrom('api_token')
      .leftJoin('user', 'user.id', 'api_token.creator_id')
      .selectAll('api_token')
      .select('user.name as creator')
      .orderBy('api_token.created_at')
      .orderBy('api_token.id')
      .execute(),

  async setRevoked(id: string, revoked: boolean): Promise<void> {
    await db.updateTable('api_token').set({ revoked }).where('id', '=', id).execute()
  },

  async delete(id: string): Promise<void> {
    await db.deleteFrom('api_token').where('id', '=', id).execute()
  },

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),

  async markUsed(id: string, at: Date): Promise<void> {
    await db.updateTable('api_token').set({ last_used_at: at }).where('id', '=', id).execute()
  },
})
