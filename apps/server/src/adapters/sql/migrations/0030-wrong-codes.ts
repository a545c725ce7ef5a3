import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const wrongCodes: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`
      alter table second_factor
        add column wrong_codes integer not null default 0,
        add column wrong_since timestamptz;
    `.execute(db)
  },
}
