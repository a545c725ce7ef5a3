import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** What goes in one transaction: the game's other changes wait no longer than for this. */
const rowsAtOnce = 5000
/** Each takes along an instance of every challenge. */
const participationsAtOnce = 50

/** The parts of a game that is being deleted, a piece at a time. */
export const createRemovalStore = (db: Db) => {
  /** Teams and users that are deleted meanwhile take rows of the game along. */
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
          delete from ${sql.table(table)} where id in (
            select id from ${sql.table(table)} where game_id = ${gameId} limit ${rowsAtOnce}
          )
        `.execute(tx)
        return Number(numAffectedRows)
      })

  return {
    /** From now on nobody finds the game. Whoever asks holds its ledger. */
    async conceal(gameId: number): Promise<void> {
      await db.updateTable('game_ledger').set({ gone: true }).where('game_id', '=', gameId).execute()
    },

    async concealed(): Promise<number[]> {
      const rows = await db.selectFrom('game_ledger').select('game_id').where('gone', '=', true).execute()
      return rows.map(({ game_id }) => game_id)
    },

    /** The title of a game that is being deleted. */
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

    /** The game's containers, those of tests too, are stopped by the next sweep. */
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

    // How many there were; none is left when it is none.
    deleteSubmissions: deleteSome('submission'),
    deleteEvents: deleteSome('game_event'),
    deleteTraces: deleteSome('trace'),

    /** Their write-ups, null for those without; none is left when it is none. */
    deleteParticipations: (gameId: number, now: Date): Promise<(string | null)[]> =>
      holding(gameId, async (tx) => {
        await createRemovalStore(tx).expireContainers(gameId, now)
        const rows = await tx
          .deleteFrom('participation')
          .where('id', 'in', (is) =>
            is
              .selectFrom('participation')
              .select('id')
              .where('game_id', '=', gameId)
              .orderBy('id')
              .limit(participationsAtOnce),
          )
          .returning('writeup_hash')
          .execute()
        return rows.map(({ writeup_hash }) => writeup_hash)
      }),

    /** What is left, with the game itself. Answers the files that it referred to, once for each time. */
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

export type RemovalStore = ReturnType<typeof createRemovalStore>
