import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const repeats: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table log
        add column count integer not null default 1,
        add column last_time timestamptz,
        add column fold uuid;
      create unique index log_fold on log (fold) where fold is not null
    `.execute(db)
  },
}
