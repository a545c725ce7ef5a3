import { sql } from 'kysely'
import type { Db, FileRow } from '../../ports/database.ts'

export const createFileStore = (db: Db) => {
  /** One at a time for the same bytes, in the whole installation. */
  const alone = <T>(hash: string, work: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`.execute(tx)
      return work(tx)
    })

  return {
    find: (hash: string): Promise<FileRow | undefined> =>
      db.selectFrom('file').selectAll().where('hash', '=', hash).executeTakeFirst(),

    async list(count: number, skip: number): Promise<{ rows: { hash: string; name: string }[]; total: number }> {
      const rows = await db
        .selectFrom('file')
        .select(['hash', 'name'])
        .orderBy('name')
        .orderBy('hash')
        .limit(count)
        .offset(skip)
        .execute()
      const { total } = await db
        .selectFrom('file')
        .select((is) => is.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },

    /** Counts one more reference; the newest name wins. `ensureBytes` runs while nobody can delete them. */
    addReference: (
      file: { hash: string; name: string; size: number; at: Date },
      ensureBytes: () => Promise<void>,
    ): Promise<void> =>
      alone(file.hash, async (tx) => {
        await ensureBytes()
        await tx
          .insertInto('file')
          .values({ hash: file.hash, name: file.name, size: file.size, uploaded_at: file.at, refs: 1 })
          .onConflict((conflict) =>
            conflict
              .column('hash')
              .doUpdateSet({ name: file.name, refs: (is) => is('file.refs', '+', 1) }),
          )
          .execute()
      }),

    /** Counts one reference less; with the last one `deleteBytes` runs. False when there is no such file. */
    dropReference: (hash: string, deleteBytes: () => Promise<void>): Promise<boolean> =>
      alone(hash, async (tx) => {
        const row = await tx.selectFrom('file').select('refs').where('hash', '=', hash).executeTakeFirst()
        if (row === undefined) return false
        if (row.refs > 1) {
          await tx
            .updateTable('file')
            .set({ refs: (is) => is('refs', '-', 1) })
            .where('hash', '=', hash)
            .execute()
          return true
        }
        await tx.deleteFrom('file').where('hash', '=', hash).execute()
        await deleteBytes()
        return true
      }),
  }
}

export type FileStore = ReturnType<typeof createFileStore>
