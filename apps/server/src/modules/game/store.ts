import type { Db } from '../../ports/database.ts'
import type { GameRow } from '../../ports/tables/game.ts'

export type GameGlance = Pick<GameRow, 'id' | 'title' | 'hidden'>

export const createGameStore = (db: Db) => ({
  find: (id: number): Promise<GameGlance | undefined> =>
    db.selectFrom('game').select(['id', 'title', 'hidden']).where('id', '=', id).executeTakeFirst(),

  /** Whether the user has joined the game in person, whatever became of it. */
  async hasMember(id: number, userId: string): Promise<boolean> {
    const row = await db
      .selectFrom('participation_member')
      .select('participation_id')
      .where('game_id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row !== undefined
  },
})

export type GameStore = ReturnType<typeof createGameStore>
