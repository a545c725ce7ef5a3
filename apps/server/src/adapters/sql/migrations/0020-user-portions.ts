import { sql, type Kysely, type Migration } from 'kysely'

// So that a portion that is sent again creates nothing twice.
export const userPortions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table user_portion (
        key text primary key,
        created_at timestamptz not null
      )
    `.execute(db)
  },
}
