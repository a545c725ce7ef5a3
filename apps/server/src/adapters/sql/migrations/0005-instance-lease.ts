import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

// The process that starts or stops a container keeps extending its lease. After that time the process is
// dead.
export const instanceLease: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table container
        add column lease_until timestamptz,
        -- Its start has had its turn.
        add column begun boolean not null default false;
      create index container_runtime on container (runtime_id);
    `.execute(db)
  },
}
