import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const requestId: DeclaredMigration = {
  kind: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table audit add column request_id text`.execute(db)
  },
}
