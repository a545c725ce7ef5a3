import { sql, type Kysely, type Migration } from 'kysely'

export const unlisted: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table game add column unlisted boolean not null default false`.execute(db)
  },
}
