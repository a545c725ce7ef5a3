import type { Db } from '../../ports/database.ts'

/** 0 if there are none. */
export const newestOf =
  (db: Db) =>
  async (gameId: number): Promise<number> => {
    const { newest } = await db
      .selectFrom('submission')
      .select(({ fn }) => fn.max('id').as('newest'))
      .where('game_id', '=', gameId)
      .executeTakeFirstOrThrow()
    return newest ?? 0
  }
