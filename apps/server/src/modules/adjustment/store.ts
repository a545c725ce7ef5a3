import type { Freeze } from '@pennant/rules/scoreboard/freeze'
import type { Db } from '../../ports/database.ts'

export type StoredAdjustment = {
  id: number
  participation_id: number
  team_id: number
  team: string
  points: number
  reason: string
  time: Date
  by: string | null
  revoked_at: Date | null
  revoked_by: string | null
  revoke_reason: string | null
}

type NewAdjustment = { points: number; reason: string; time: Date; by: string }

export const createAdjustmentStore = (db: Db) => {
  const rows = (gameId: number) =>
    db
      .selectFrom('adjustment as a')
      .innerJoin('participation as p', 'p.id', 'a.participation_id')
      .innerJoin('team as t', 't.id', 'p.team_id')
      .leftJoin('user as giver', 'giver.id', 'a.by_id')
      .leftJoin('user as revoker', 'revoker.id', 'a.revoked_by')
      .select(['a.id', 'a.participation_id', 'a.points', 'a.reason', 'a.time', 'a.revoked_at'])
      .select(['a.revoke_reason', 'p.team_id', 't.name as team'])
      .select(['giver.name as by', 'revoker.name as revoked_by'])
      .where('a.game_id', '=', gameId)
      .orderBy('a.id', 'desc')

  return {
    list: (gameId: number): Promise<StoredAdjustment[]> => rows(gameId).execute(),

    some: (gameId: number, ids: readonly number[]): Promise<StoredAdjustment[]> =>
      rows(gameId).where('a.id', 'in', ids).execute(),

    async freeze(gameId: number): Promise<Freeze> {
      const row = await db
        .selectFrom('game')
        .select(['freeze_at', 'results_at'])
        .where('id', '=', gameId)
        .executeTakeFirst()
      return {
        freezeAt: row?.freeze_at?.getTime() ?? null,
        resultsAt: row?.results_at?.getTime() ?? null,
      }
    },

    async playing(gameId: number, ids: readonly number[]): Promise<number> {
      const { count } = await db
        .selectFrom('participation')
        .select((is) => is.fn.countAll<number>().as('count'))
        .where('game_id', '=', gameId)
        .where('id', 'in', ids)
        .executeTakeFirstOrThrow()
      return count
    },

    async insert(
      gameId: number,
      participationIds: readonly number[],
      { points, reason, time, by }: NewAdjustment,
    ): Promise<number[]> {
      const made = await db
        .insertInto('adjustment')
        .values(
          participationIds.map((participation_id) => ({
            ...{ game_id: gameId, participation_id, points, reason, time, by_id: by },
          })),
        )
        .returning('id')
        .execute()
      return made.map(({ id }) => id)
    },

    async revoke(id: number, { reason, at, by }: { reason: string; at: Date; by: string }): Promise<void> {
      await db
        .updateTable('adjustment')
        .set({ revoked_at: at, revoked_by: by, revoke_reason: reason })
        .where('id', '=', id)
        .execute()
    },
  }
}

export type AdjustmentStore = ReturnType<typeof createAdjustmentStore>
