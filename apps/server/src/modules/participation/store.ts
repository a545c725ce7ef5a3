import { sql, type Updateable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { ParticipationRow, ParticipationTable } from '../../ports/tables/participation.ts'

export type LockedParticipation = Pick<
  ParticipationRow,
  'id' | 'game_id' | 'team_id' | 'division_id' | 'status'
>

export type Membership = { id: number; game_id: number }

/** What participations leave behind when they are deleted. */
export type Remains = { games: number[]; files: string[]; members: string[] }

export const createParticipationStore = (db: Db) => ({
  /**
   * Holds the team and the participation until the transaction ends. The game is held, too, against being
   * deleted and against challenges being enabled, which must not miss anybody who is being accepted.
   */
  async lock(id: number): Promise<LockedParticipation | undefined> {
    const found = await db
      .selectFrom('participation')
      .select(['game_id', 'team_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (found === undefined) return undefined
    await db.selectFrom('game').select('id').where('id', '=', found.game_id).forShare().execute()
    await db.selectFrom('team').select('id').where('id', '=', found.team_id).forUpdate().execute()
    return db
      .selectFrom('participation')
      .select(['id', 'game_id', 'team_id', 'division_id', 'status'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  },

  /** Whether the game has such a division; it then stays until the transaction ends. */
  async holdDivision(gameId: number, divisionId: number): Promise<boolean> {
    const row = await db
      .selectFrom('division')
      .select('id')
      .where('game_id', '=', gameId)
      .where('id', '=', divisionId)
      .forKeyShare()
      .executeTakeFirst()
    return row !== undefined
  },

  async update(id: number, changes: Updateable<ParticipationTable>): Promise<void> {
    await db.updateTable('participation').set(changes).where('id', '=', id).execute()
  },

  async lockTeam(teamId: number): Promise<void> {
    await db.updateTable('team').set({ locked: true }).where('id', '=', teamId).execute()
  },

  /** An instance of every enabled challenge that the participation has none of. */
  async ensureInstances(gameId: number, participationId: number): Promise<void> {
    await db
      .insertInto('game_instance')
      .columns(['game_id', 'participation_id', 'challenge_id'])
      .expression((is) =>
        is
          .selectFrom('challenge')
          .select([
            'challenge.game_id',
            sql<number>`${participationId}::integer`.as('participation_id'),
            'challenge.id as challenge_id',
          ])
          .where('challenge.game_id', '=', gameId)
          .where('challenge.is_enabled', '=', true)
          .orderBy('challenge.id'),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async anyUntil(teamId: number, now: Date): Promise<boolean> {
    const row = await db
      .selectFrom('participation')
      .innerJoin('game', 'game.id', 'participation.game_id')
      .select('participation.id')
      .where('participation.team_id', '=', teamId)
      .where('game.end_at', '>=', now)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  ofTeam: async (teamId: number): Promise<number[]> => {
    const rows = await db.selectFrom('participation').select('id').where('team_id', '=', teamId).execute()
    return rows.map(({ id }) => id)
  },

  /** Takes the user out of the team's participations and tells which those were. */
  removeMember: (teamId: number, userId: string): Promise<Membership[]> =>
    db
      .deleteFrom('participation_member')
      .using('participation')
      .whereRef('participation.id', '=', 'participation_member.participation_id')
      .where('participation.team_id', '=', teamId)
      .where('participation_member.user_id', '=', userId)
      .returning(['participation.id', 'participation.game_id'])
      .execute(),

  /** Nobody joins them until the transaction ends. */
  async hold(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await db
      .selectFrom('participation')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
  },

  /** Those that nobody is behind any more, that are not let in, and in which nothing was ever submitted. */
  async abandoned(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('participation as p')
      .select('p.id')
      .where('p.id', 'in', ids)
      .where('p.status', 'in', ['Pending', 'Rejected'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('participation_member as m')
              .select('m.user_id')
              .whereRef('m.participation_id', '=', 'p.id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('submission as s').select('s.id').whereRef('s.participation_id', '=', 'p.id'))),
      )
      .execute()
    return rows.map(({ id }) => id)
  },

  async remainsOf(ids: readonly number[]): Promise<Remains> {
    if (ids.length === 0) return { games: [], files: [], members: [] }
    const rows = await db
      .selectFrom('participation')
      .select(['game_id', 'writeup_hash'])
      .where('id', 'in', ids)
      .execute()
    const members = await db
      .selectFrom('participation_member')
      .select('user_id')
      .where('participation_id', 'in', ids)
      .execute()
    return {
      games: rows.map((row) => row.game_id),
      files: rows.flatMap(({ writeup_hash }) => (writeup_hash === null ? [] : [writeup_hash])),
      members: members.map((row) => row.user_id),
    }
  },

  /** Their containers are stopped by the next sweep. */
  async expireContainers(ids: readonly number[], now: Date): Promise<void> {
    if (ids.length === 0) return
    await db
      .updateTable('container')
      .set({ expect_stop_at: now })
      .where('participation_id', 'in', ids)
      .where('expect_stop_at', '>', now)
      .execute()
  },

  async delete(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await db.deleteFrom('participation').where('id', 'in', ids).execute()
  },

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})

export type ParticipationStore = ReturnType<typeof createParticipationStore>
