import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const unlisted: DeclaredMigration = {
  kind: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table game add column unlisted boolean not null default false`.execute(db)
  },
}
