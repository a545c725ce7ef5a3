import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

export type ListedFlag = { id: number; flag: string }

/** Writers hold the game's ledger. */
export const createFlagStore = (db: Db) => ({
  list: (challengeId: number): Promise<ListedFlag[]> =>
    db
      .selectFrom('flag')
      .select(['id', 'flag'])
      .where('challenge_id', '=', challengeId)
      .orderBy('id')
      .execute(),

  async any(challengeId: number): Promise<boolean> {
    const row = await db
      .selectFrom('flag')
      .select('id')
      .where('challenge_id', '=', challengeId)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  async has(challengeId: number, id: number): Promise<boolean> {
    const row = await db
      .selectFrom('flag')
      .select('id')
      .where('challenge_id', '=', challengeId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row !== undefined
  },

  async bare(gameId: number): Promise<ReadonlyMap<number, number>> {
    const rows = await db
      .selectFrom('flag as f')
      .innerJoin('challenge as c', 'c.id', 'f.challenge_id')
      .leftJoin('attachment as a', 'a.flag_id', 'f.id')
      .select('f.challenge_id')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('c.game_id', '=', gameId)
      .where('c.type', '=', 'DynamicAttachment')
      .where('a.id', 'is', null)
      .groupBy('f.challenge_id')
      .execute()
    return new Map(rows.map(({ challenge_id, count }) => [challenge_id, count]))
  },

  /** Returns ids in the order of the flags, in which they are drawn. */
  async insert(challengeId: number, flags: readonly string[]): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      insert into flag (challenge_id, flag)
      select ${challengeId}, t.flag from unnest(${flags}::text[]) with ordinality as t (flag, place)
      order by t.place
      returning id
    `.execute(db)
    return rows.map(({ id }) => id).toSorted((a, b) => a - b)
  },

  /** Locks the flag against assignment, for which a weaker lock is not enough. Undefined if there is none. */
  async hold(challengeId: number, id: number): Promise<{ inUse: boolean } | undefined> {
    const row = await db
      .selectFrom('flag')
      .select('id')
      .where('challenge_id', '=', challengeId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const instance = await db
      .selectFrom('game_instance')
      .select('flag_id')
      .where('flag_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    return { inUse: instance !== undefined }
  },

  async delete(id: number): Promise<void> {
    await db.deleteFrom('flag').where('id', '=', id).execute()
  },
})
