import { sql, type Kysely, type Migration } from 'kysely'

export const letters: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table mail add column letter jsonb;
      create index mail_letter on mail (created_at) where letter is not null
    `.execute(db)
  },
}
