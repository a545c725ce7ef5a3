import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

export const instanceEnd: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table game_instance
        add column end_reason text check (end_reason in ('Exited', 'Killed', 'OutOfMemory', 'Removed', 'Evicted')),
        add column end_exit_code integer,
        add column ended_at timestamptz
    `.execute(db)
  },
}
