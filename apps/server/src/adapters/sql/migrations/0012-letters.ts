import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const letters: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table mail add column letter jsonb;
      create index mail_letter on mail (created_at) where letter is not null
    `.execute(db)
  },
}
