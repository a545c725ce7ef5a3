import type { Db } from '../../ports/database.ts'

export type StoredTries = { participation_id: number; challenge_id: number; count: number; first: Date }

export const createRevealStore = (db: Db) => ({
  /** From the freeze up to the end, by team and challenge. */
  tries: (gameId: number, from: Date, until: Date): Promise<StoredTries[]> =>
    db
      .selectFrom('submission')
      .select(['participation_id', 'challenge_id'])
      .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('time').as('first')])
      .where('game_id', '=', gameId)
      .where('time', '>=', from)
      .where('time', '<', until)
      .groupBy(['participation_id', 'challenge_id'])
      .execute(),

  async waiting(gameId: number): Promise<number> {
    const { count } = await db
      .selectFrom('submission')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('game_id', '=', gameId)
      .where('status', '=', 'FlagSubmitted')
      .executeTakeFirstOrThrow()
    return count
  },

  atOneMoment: <T>(read: (db: Db) => Promise<T>): Promise<T> =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
})
