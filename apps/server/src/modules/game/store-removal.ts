import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import { anyOf } from '../../core/store-any-of.ts'

// Per transaction: other changes to the game wait no longer than for this.
const rowsAtOnce = 5000
const participationsAtOnce = 50

export const createRemovalStore = (db: Db) => {
  // Users and teams deleted meanwhile delete rows of the game too.
  const holding = <T>(gameId: number, work: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('game_ledger')
        .select('game_id')
        .where('game_id', '=', gameId)
        .forUpdate()
        .executeTakeFirst()
      return work(tx)
    })

  const deleteSome =
    (table: 'submission' | 'game_event' | 'trace') =>
    (gameId: number): Promise<number> =>
      holding(gameId, async (tx) => {
        const { numAffectedRows = 0n } = await sql`
          delete from ${sql.table(table)} where id = ${anyOf(sql`
            select id from ${sql.table(table)} where game_id = ${gameId} limit ${rowsAtOnce}
          `)}
        `.execute(tx)
        return Number(numAffectedRows)
      })

  return {
    /** The caller holds the game's ledger. */
    async conceal(gameId: number): Promise<void> {
      await db.updateTable('game_ledger').set({ gone: true }).where('game_id', '=', gameId).execute()
    },

    async concealed(): Promise<number[]> {
      const rows = await db.selectFrom('game_ledger').select('game_id').where('gone', '=', true).execute()
      return rows.map(({ game_id }) => game_id)
    },

    /** Undefined if no such game is being deleted. */
    async titleOf(gameId: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('game')
        .innerJoin('game_ledger', 'game_ledger.game_id', 'game.id')
        .select('game.title')
        .where('game.id', '=', gameId)
        .where('game_ledger.gone', '=', true)
        .executeTakeFirst()
      return row?.title
    },

    /** The next sweep stops them, those of tests too. */
    async expireContainers(gameId: number, now: Date): Promise<void> {
      await db
        .updateTable('container')
        .set({ expect_stop_at: now })
        .where('expect_stop_at', '>', now)
        .where(({ or, eb, selectFrom }) =>
          or([
            eb('game_id', '=', gameId),
            eb(
              'test_challenge_id',
              'in',
              selectFrom('challenge').select('challenge.id').where('challenge.game_id', '=', gameId),
            ),
          ]),
        )
        .execute()
    },

    // Return the number deleted; 0 means none is left.
    deleteSubmissions: deleteSome('submission'),
    deleteEvents: deleteSome('game_event'),
    deleteTraces: deleteSome('trace'),

    /** Returns the write-ups, null for a participation without one; an empty list means none is left. */
    deleteParticipations: (gameId: number, now: Date): Promise<(string | null)[]> =>
      holding(gameId, async (tx) => {
        await createRemovalStore(tx).expireContainers(gameId, now)
        const rows = await tx
          .deleteFrom('participation')
          .where('id', '=', (is) =>
            anyOf(
              is
                .selectFrom('participation')
                .select('id')
                .where('game_id', '=', gameId)
                .orderBy('id')
                .limit(participationsAtOnce)
                .$asScalar(),
            ),
          )
          .returning('writeup_hash')
          .execute()
        return rows.map(({ writeup_hash }) => writeup_hash)
      }),

    /** Returns the files that the game referred to, once for each reference. */
    deleteGame: (gameId: number, now: Date): Promise<(string | null)[]> =>
      holding(gameId, async (tx) => {
        await createRemovalStore(tx).expireContainers(gameId, now)
        const attachments = await tx
          .selectFrom('attachment')
          .innerJoin('challenge', 'challenge.id', 'attachment.challenge_id')
          .select('attachment.file_hash')
          .where('challenge.game_id', '=', gameId)
          .execute()
        const games = await tx.deleteFrom('game').where('id', '=', gameId).returning('poster_hash').execute()
        if (games.length === 0) return []
        return [
          ...attachments.map(({ file_hash }) => file_hash),
          ...games.map(({ poster_hash }) => poster_hash),
        ]
      }),
  }
}
