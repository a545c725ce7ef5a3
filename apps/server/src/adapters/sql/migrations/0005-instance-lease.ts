import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Who starts or stops a container has it until a time that they put off again and again. What is left after
 * that time belonged to a process that is no more.
 */
export const instanceLease: Migration = {
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
