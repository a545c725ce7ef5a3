import { sql } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const challengeLabels: DeclaredMigration = {
  kind: 'expand',
  async up(db) {
    await sql`
      alter table challenge
        add column level text,
        add column tags text[] not null default '{}',
        add column authors text[] not null default '{}'
    `.execute(db)
  },
}
