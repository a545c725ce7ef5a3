import type { Db } from '../../ports/database.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'

export const createPlannedStore = (db: Db) => ({
  async games(now: Date): Promise<number[]> {
    const rows = await db
      .selectFrom('challenge')
      .select('game_id')
      .distinct()
      .where('enable_at', '<=', now)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('game_ledger')
              .select('game_ledger.game_id')
              .whereRef('game_ledger.game_id', '=', 'challenge.game_id')
              .where('gone', '=', true),
          ),
        ),
      )
      .orderBy('game_id')
      .execute()
    return rows.map(({ game_id }) => game_id)
  },

  /** In the order of their times. The caller holds the game's ledger. */
  due: (gameId: number, now: Date): Promise<ChallengeRow[]> =>
    db
      .selectFrom('challenge')
      .selectAll()
      .where('game_id', '=', gameId)
      .where('enable_at', '<=', now)
      .orderBy('enable_at')
      .orderBy('position')
      .orderBy('id')
      .execute(),

  async forget(id: number): Promise<void> {
    await db.updateTable('challenge').set({ enable_at: null }).where('id', '=', id).execute()
  },
})
