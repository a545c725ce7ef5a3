import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const containerChoices: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`
      alter table challenge
        add column allow_user_change boolean not null default false,
        add column check_by_connecting boolean not null default true
    `.execute(db)
    await sql`alter table container add column remarks jsonb`.execute(db)
  },
}
