import { sql, type Kysely, type Migration } from 'kysely'

/** Of hidden games those that everybody with the link can see. Of games that are not hidden it says nothing. */
export const unlisted: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table game add column unlisted boolean not null default false`.execute(db)
  },
}
