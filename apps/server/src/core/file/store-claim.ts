import { sql } from 'kysely'
import type { Db, FileRow } from '../../ports/database.ts'

export type ClaimedFile = Pick<FileRow, 'hash' | 'name' | 'size'>
/** `fromUploads`: how many of the claimed references may come from unclaimed uploads. */
export type Count = { hash: string; claimed: number; fromUploads: number; dropped: number }

export const createClaimStore = (db: Db) => ({
  // Locks the files until the transaction ends, always in the same order: callers never deadlock.
  hold: (hashes: readonly string[]): Promise<ClaimedFile[]> =>
    db
      .selectFrom('file')
      .select(['hash', 'name', 'size'])
      .where('hash', '=', sql<string>`any(${hashes}::text[])`)
      .where('refs', '>', 0)
      .orderBy('hash')
      .forNoKeyUpdate()
      .execute(),

  async count(counts: readonly Count[]): Promise<string[]> {
    const { rows } = await sql<{ hash: string }>`
      with counted as (
        update file f set refs = n.refs, unclaimed = least(f.unclaimed - n.taken, n.refs)
        from (
          select c.hash, least(g.unclaimed, c.from_uploads) as taken,
            greatest(0, g.refs + c.claimed - least(g.unclaimed, c.from_uploads) - c.dropped) as refs
          from unnest(
            ${counts.map(({ hash }) => hash)}::text[],
            ${counts.map(({ claimed }) => claimed)}::int[],
            ${counts.map(({ fromUploads }) => fromUploads)}::int[],
            ${counts.map(({ dropped }) => dropped)}::int[]
          ) as c (hash, claimed, from_uploads, dropped)
          join file g on g.hash = c.hash and g.refs > 0
        ) n
        where f.hash = n.hash
        returning f.hash, f.refs
      )
      select hash from counted where refs = 0
    `.execute(db)
    return rows.map(({ hash }) => hash)
  },

  // Of two callers that end the same lease, one gets the files.
  async takeLease(lease: string): Promise<string[]> {
    const rows = await db.deleteFrom('file_lease').where('lease', '=', lease).returning('hash').execute()
    return rows.map(({ hash }) => hash)
  },
})
