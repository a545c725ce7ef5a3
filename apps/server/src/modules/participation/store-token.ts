import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { GameRow } from '../../ports/tables/game.ts'

export const createTokenStore = (db: Db) => ({
  game: (gameId: number): Promise<Pick<GameRow, 'private_key' | 'signed_team_text'>> =>
    db
      .selectFrom('game')
      .select(['private_key', 'signed_team_text'])
      .where('id', '=', gameId)
      .executeTakeFirstOrThrow(),

  participations: (gameId: number): Promise<{ id: number; team_id: number }[]> =>
    db
      .selectFrom('participation')
      .select(['id', 'team_id'])
      .where('game_id', '=', gameId)
      .orderBy('id')
      .execute(),

  async replace(tokens: readonly { id: number; token: string }[]): Promise<void> {
    await sql`
      update participation p set token = t.token
      from unnest(${tokens.map(({ id }) => id)}::int[], ${tokens.map(({ token }) => token)}::text[])
        as t (id, token)
      where p.id = t.id
    `.execute(db)
  },
})
