import type { Language } from '@pennant/contract/enums'
import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

export type StoredFactor = { secret: string; set_up_at: Date; codes: number }

export const createSecondFactorStore = (db: Db) => ({
  find: (userId: string): Promise<StoredFactor | undefined> =>
    db
      .selectFrom('second_factor')
      .select(['secret', 'set_up_at'])
      .select(
        sql<number>`(
          select count(*)::integer from recovery_code c where c.user_id = second_factor.user_id
        )`.as('codes'),
      )
      .where('user_id', '=', userId)
      .executeTakeFirst(),

  /** False if the account has one already. */
  async insert(row: {
    user_id: string
    secret: string
    last_step: number
    set_up_at: Date
    language: Language
  }): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('second_factor')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },

  /** Of all processes, exactly one gets true for a step. */
  async useStep(userId: string, step: number, language: Language): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('second_factor')
      .set({ last_step: step, language })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async useRecoveryCode(userId: string, hash: Buffer): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('recovery_code')
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .executeTakeFirst()
    return numDeletedRows === 1n
  },

  async replaceRecoveryCodes(userId: string, hashes: readonly Buffer[]): Promise<void> {
    await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await db
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ user_id: userId, hash })))
      .execute()
  },

  /** How many there are now of those that began after `since`. */
  async countWrong(
    userId: string,
    now: Date,
    since: Date,
  ): Promise<{ count: number; language: Language | null }> {
    const { rows } = await sql<{ count: number; language: Language | null }>`
      update second_factor set
        wrong_codes = case when wrong_since > ${since} then wrong_codes + 1 else 1 end,
        wrong_since = case when wrong_since > ${since} then wrong_since else ${now}::timestamptz end
      where user_id = ${userId}
      returning wrong_codes as count, language
    `.execute(db)
    return rows[0] ?? { count: 0, language: null }
  },

  async delete(userId: string): Promise<{ language: Language | null } | null> {
    const deleted = await db
      .deleteFrom('second_factor')
      .where('user_id', '=', userId)
      .returning('language')
      .executeTakeFirst()
    return deleted ?? null
  },

  /** Locks it until the transaction ends. */
  async hold(userId: string): Promise<boolean> {
    const row = await db
      .selectFrom('second_factor')
      .select('user_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    return row !== undefined
  },

  async administratorsWithout(): Promise<string[]> {
    const rows = await db
      .selectFrom('user')
      .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
      .select('user.name')
      .where('role', '=', 'Admin')
      .where('email_confirmed', '=', true)
      .where('second_factor.user_id', 'is', null)
      .orderBy('user.name')
      .execute()
    return rows.map(({ name }) => name)
  },

  atomically: <T>(work: (tx: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})
