import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// A lease is one reference; the work gives it up, or the sweep does after a crash.
export const leases: DeclaredMigration = {
  kind: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table file_lease (
        lease uuid not null,
        hash text not null,
        begun_at timestamptz not null,
        primary key (lease, hash)
      )
    `.execute(db)
  },
}
