import { sql } from 'kysely'
import type { Standing } from '@pennant/rules/participation/review'
import type { Db } from '../../ports/database.ts'
import { createParticipationStore, type LockedParticipation } from '../../core/game/participation-store.ts'

export type Decided = { before: LockedParticipation; outcome: Standing & { acceptedNow: boolean } }

export const createManyStore = (db: Db) => ({
  /** Locks the teams until the transaction ends, in the same order for all callers. */
  async holdTeams(gameId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await db
      .selectFrom('team')
      .select('id')
      .where('id', 'in', (is) =>
        is
          .selectFrom('participation')
          .select('team_id')
          .where('game_id', '=', gameId)
          .where('participation.id', '=', sql<number>`any(${ids}::int[])`),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Of these teams only: a participation that came meanwhile has a team that isn't locked. */
  find: (gameId: number, ids: readonly number[], teams: readonly number[]): Promise<LockedParticipation[]> =>
    db
      .selectFrom('participation')
      .select(['id', 'game_id', 'team_id', 'division_id', 'status'])
      .where('game_id', '=', gameId)
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .where('team_id', '=', sql<number>`any(${teams}::int[])`)
      .orderBy('id')
      .execute(),

  divisionIds: createParticipationStore(db).divisionIds,

  async update(decided: readonly Decided[]): Promise<void> {
    await sql`
      update participation p set status = d.status, division_id = d.division_id
      from unnest(
        ${decided.map(({ before }) => before.id)}::int[],
        ${decided.map(({ outcome }) => outcome.status)}::text[],
        ${decided.map(({ outcome }) => outcome.divisionId)}::int[]
      ) as d (id, status, division_id)
      where p.id = d.id and (p.status, p.division_id) is distinct from (d.status, d.division_id)
    `.execute(db)
  },

  async accept(
    gameId: number,
    accepted: readonly Pick<LockedParticipation, 'id' | 'team_id'>[],
  ): Promise<void> {
    if (accepted.length === 0) return
    const teams = accepted.map(({ team_id }) => team_id)
    await sql`update team set locked = true where id = any(${teams}::int[]) and not locked`.execute(db)
    await sql`
      insert into game_instance (game_id, participation_id, challenge_id)
      select c.game_id, p.id, c.id
      from unnest(${accepted.map(({ id }) => id)}::int[]) as p (id)
      cross join challenge c
      where c.game_id = ${gameId} and c.is_enabled
      order by p.id, c.id
      on conflict do nothing
    `.execute(db)
  },

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})
