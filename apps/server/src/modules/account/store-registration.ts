import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { RegistrationRow } from '../../ports/tables/registration.ts'

export const createRegistrationStore = (db: Db) => ({
  async insert(row: RegistrationRow): Promise<void> {
    await db.insertInto('registration').values(row).execute()
  },

  byId: (id: string): Promise<RegistrationRow | undefined> =>
    db.selectFrom('registration').selectAll().where('id', '=', id).executeTakeFirst(),

  rivalsFor: (emailKey: string): Promise<RegistrationRow[]> =>
    db
      .selectFrom('registration')
      .selectAll()
      .where('email_key', '=', emailKey)
      .where('user_id', 'is', null)
      .execute(),

  /** Oldest first. */
  since: (emailKey: string, after: Date): Promise<Pick<RegistrationRow, 'created_at' | 'network'>[]> =>
    db
      .selectFrom('registration')
      .select(['created_at', 'network'])
      .where('email_key', '=', emailKey)
      .where('created_at', '>', after)
      .orderBy('created_at')
      .execute(),

  async end(emailKey: string): Promise<string[]> {
    const rows = await db
      .deleteFrom('registration')
      .where('email_key', '=', emailKey)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Also deletes the accounts that were never used, so that their names are free again. */
  async forget(before: Date): Promise<void> {
    await sql`
      delete from "user" u using registration r
      where r.user_id = u.id and r.created_at < ${before}
        and not u.email_confirmed and u.signed_in_at is null
        and not exists (select 1 from team_member m where m.user_id = u.id)
    `.execute(db)
    await db.deleteFrom('registration').where('created_at', '<', before).execute()
  },
})

export type RegistrationStore = ReturnType<typeof createRegistrationStore>
