import { sql } from 'kysely'
import type { Db, FileRow } from '../../ports/database.ts'
import { rehearsedFile } from '../rehearsal/store.ts'

export type NewFile = {
  hash: string
  name: string
  size: number
  at: Date
  /** An upload: the first row that refers to the file takes the reference over. */
  unclaimed: boolean
  /** The work that refers to the file until it is done. It must not rename what others have stored. */
  lease: string | null
}
export type Dropped = 'missing' | 'kept' | 'orphaned'

/** Held by a backup, which has yet to read the files of its moment. */
export const backupLock = 'backup'

// A file without references can't be found; its bytes may be deleted unless they are stored again first.
export const createFileStore = (db: Db) => {
  // One at a time for the same bytes, across all processes.
  const alone = <T>(hash: string, work: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`.execute(tx)
      return work(tx)
    })

  const isKept = async (tx: Db): Promise<boolean> => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(hashtextextended(${backupLock}, 1)) as free
    `.execute(tx)
    return rows[0]?.free !== true
  }

  return {
    find: (hash: string): Promise<FileRow | undefined> =>
      db.selectFrom('file').selectAll().where('hash', '=', hash).where('refs', '>', 0).executeTakeFirst(),

    async list(count: number, skip: number, search = ''): Promise<{ rows: FileRow[]; total: number }> {
      const matching = db
        .selectFrom('file')
        .where('refs', '>', 0)
        .where(sql<boolean>`name !~ ${rehearsedFile}`)
        .$if(search !== '', (query) =>
          query.where(
            sql<boolean>`(position(lower(${search}) in lower(name)) > 0
              or position(lower(${search}) in hash) > 0)`,
          ),
        )
      const rows = await matching
        .selectAll()
        .orderBy('name')
        .orderBy('hash')
        .limit(count)
        .offset(skip)
        .execute()
      const { total } = await matching
        .select((is) => is.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },

    // The newest name wins, except under a lease. `ensureBytes` runs while the bytes can't be deleted.
    addReference: (file: NewFile, ensureBytes: () => Promise<void>): Promise<void> =>
      alone(file.hash, async (tx) => {
        await ensureBytes()
        const { lease } = file
        const unclaimed = file.unclaimed ? 1 : 0
        if (lease !== null)
          await tx.insertInto('file_lease').values({ lease, hash: file.hash, begun_at: file.at }).execute()
        await tx
          .insertInto('file')
          .values({
            hash: file.hash,
            name: file.name,
            size: file.size,
            uploaded_at: file.at,
            refs: 1,
            unclaimed,
          })
          .onConflict((conflict) =>
            conflict.column('hash').doUpdateSet({
              name: (is) => (lease === null ? is.val(file.name) : is.ref('file.name')),
              refs: (is) => is('file.refs', '+', 1),
              unclaimed: (is) => is(is.fn<number>('least', ['file.unclaimed', 'file.refs']), '+', unclaimed),
            }),
          )
          .execute()
      }),

    async dropReference(hash: string, { unclaimed }: { unclaimed: boolean }): Promise<Dropped> {
      const row = await db
        .updateTable('file')
        .set({
          refs: (is) => is('refs', '-', 1),
          unclaimed: unclaimed
            ? sql<number>`greatest(0, unclaimed - 1)`
            : sql<number>`least(unclaimed, refs - 1)`,
        })
        .where('hash', '=', hash)
        .where('refs', '>', 0)
        .returning('refs')
        .executeTakeFirst()
      if (row === undefined) return 'missing'
      return row.refs === 0 ? 'orphaned' : 'kept'
    },

    // `deleteBytes` runs while the bytes can't be stored. If it returns false, the last reference comes back.
    deleteOrphan: (hash: string, deleteBytes: () => Promise<boolean>): Promise<boolean> =>
      alone(hash, async (tx) => {
        const row = await tx.selectFrom('file').select('refs').where('hash', '=', hash).executeTakeFirst()
        if (row === undefined || row.refs > 0) return true
        // The sweep comes back.
        if (await isKept(tx)) return true
        const gone = await deleteBytes()
        if (gone) await tx.deleteFrom('file').where('hash', '=', hash).execute()
        else await tx.updateTable('file').set({ refs: 1, unclaimed: 1 }).where('hash', '=', hash).execute()
        return gone
      }),

    ifUnknown: (hash: string, deleteBytes: () => Promise<void>): Promise<void> =>
      alone(hash, async (tx) => {
        const row = await tx.selectFrom('file').select('hash').where('hash', '=', hash).executeTakeFirst()
        if (row === undefined && !(await isKept(tx))) await deleteBytes()
      }),

    async abandoned(before: Date): Promise<string[]> {
      const rows = await db
        .selectFrom('file_lease')
        .select('lease')
        .groupBy('lease')
        .having((is) => is.fn.max('begun_at'), '<', before)
        .execute()
      return rows.map(({ lease }) => lease)
    },

    atomically: <T>(work: (tx: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async orphaned(): Promise<string[]> {
      const rows = await db.selectFrom('file').select('hash').where('refs', '=', 0).execute()
      return rows.map(({ hash }) => hash)
    },
  }
}

export type FileStore = ReturnType<typeof createFileStore>

export const keyOfFile = (hash: string): string => `uploads/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
