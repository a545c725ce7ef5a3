import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

// Keeps every statement within the database's time limit.
const deletedAtOnce = 10_000

export const createRemovalStore = (db: Db) => ({
  /** Locks instances before what depends on them, as all others do, so that there is no deadlock. */
  async holdInstances(challengeId: number): Promise<void> {
    await db
      .selectFrom('game_instance')
      .select('participation_id')
      .where('challenge_id', '=', challengeId)
      .orderBy('participation_id')
      .forUpdate()
      .execute()
  },

  // In the order of writing, as writers lock.
  async deleteSubmissions(gameId: number, challengeId: number): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select s.id from game_instance i
      join submission s on s.participation_id = i.participation_id and s.challenge_id = i.challenge_id
      where i.challenge_id = ${challengeId} and i.game_id = ${gameId}
      order by s.id
    `.execute(db)
    for (const some of pieces(rows)) {
      await sql`delete from first_solve where submission_id = any(${some}::bigint[])`.execute(db)
      await sql`delete from cheat_info where submission_id = any(${some}::bigint[])`.execute(db)
      await sql`delete from submission where id = any(${some}::bigint[])`.execute(db)
    }
  },

  /** The caller holds the challenge's instances. */
  async deleteTraces(gameId: number, challengeId: number): Promise<void> {
    const rows = await db
      .selectFrom('trace')
      .select('id')
      .where('game_id', '=', gameId)
      .where('challenge_id', '=', challengeId)
      .orderBy('id')
      .execute()
    for (const some of pieces(rows))
      await sql`delete from trace where id = any(${some}::bigint[])`.execute(db)
  },
})

function* pieces(rows: readonly { id: number }[]): Iterable<number[]> {
  for (let first = 0; first < rows.length; first += deletedAtOnce)
    yield rows.slice(first, first + deletedAtOnce).map(({ id }) => id)
}
