import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** Writers hold the game's ledger. */
export const createOrderStore = (db: Db) => ({
  async ids(gameId: number): Promise<number[]> {
    const rows = await db.selectFrom('challenge').select('id').where('game_id', '=', gameId).execute()
    return rows.map(({ id }) => id)
  },

  /** In their order; those without a position come after them. */
  async placed(gameId: number): Promise<number[]> {
    const rows = await db
      .selectFrom('challenge')
      .select('id')
      .where('game_id', '=', gameId)
      .where('position', 'is not', null)
      .orderBy('position')
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Challenges that are not named lose their position. */
  async put(gameId: number, ids: readonly number[]): Promise<void> {
    await sql`
      update challenge c set position = wanted.place
      from (
        select o.id, t.place::int as place
        from challenge o left join unnest(${ids}::int[]) with ordinality as t (id, place) on t.id = o.id
        where o.game_id = ${gameId}
      ) wanted
      where c.id = wanted.id and c.position is distinct from wanted.place
    `.execute(db)
  },
})
