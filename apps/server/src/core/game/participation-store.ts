import type { ParticipationStatus } from '@pennant/contract/enums'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { ParticipationRow, ParticipationTable } from '../../ports/tables/participation.ts'

export type LockedParticipation = Pick<
  ParticipationRow,
  'id' | 'game_id' | 'team_id' | 'division_id' | 'status'
>

export type Membership = { id: number; game_id: number }

export type DeletedParts = { files: string[]; members: string[] }

export const createParticipationStore = (db: Db) => ({
  find: (id: number): Promise<LockedParticipation | undefined> =>
    db
      .selectFrom('participation')
      .select(['id', 'game_id', 'team_id', 'division_id', 'status'])
      .where('id', '=', id)
      .executeTakeFirst(),

  holdTeam: (teamId: number): Promise<{ name: string } | undefined> =>
    db.selectFrom('team').select('name').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirst(),

  async divisionIds(gameId: number): Promise<number[]> {
    const rows = await db.selectFrom('division').select('id').where('game_id', '=', gameId).execute()
    return rows.map(({ id }) => id)
  },

  async update(id: number, changes: Updateable<ParticipationTable>): Promise<void> {
    await db.updateTable('participation').set(changes).where('id', '=', id).execute()
  },

  async lockTeam(teamId: number): Promise<void> {
    await db.updateTable('team').set({ locked: true }).where('id', '=', teamId).execute()
  },

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

  async played(teamIds: readonly number[], now: Date): Promise<number[]> {
    if (teamIds.length === 0) return []
    const rows = await db
      .selectFrom('participation as p')
      .innerJoin('game as g', 'g.id', 'p.game_id')
      .select('p.team_id')
      .distinct()
      .where('p.team_id', 'in', teamIds)
      .where('g.start_at', '<=', now)
      .where((is) =>
        is.or([
          is('p.status', 'in', ['Accepted', 'Suspended']),
          is.exists(
            is.selectFrom('submission as s').select('s.id').whereRef('s.participation_id', '=', 'p.id'),
          ),
        ]),
      )
      .execute()
    return rows.map(({ team_id }) => team_id)
  },

  gamesOf: (
    teamIds: readonly number[],
  ): Promise<
    { team_id: number; id: number; title: string; start_at: Date; status: ParticipationStatus }[]
  > =>
    teamIds.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('participation as p')
          .innerJoin('game as g', 'g.id', 'p.game_id')
          .select(['p.team_id', 'g.id', 'g.title', 'g.start_at', 'p.status'])
          .where('p.team_id', 'in', teamIds)
          .orderBy('g.start_at', 'desc')
          .orderBy('g.id', 'desc')
          .execute(),

  ofTeam: (teamId: number): Promise<Membership[]> =>
    db.selectFrom('participation').select(['id', 'game_id']).where('team_id', '=', teamId).execute(),

  withMember: (teamId: number, userId: string): Promise<Membership[]> =>
    db
      .selectFrom('participation as p')
      .innerJoin('participation_member as m', 'm.participation_id', 'p.id')
      .select(['p.id', 'p.game_id'])
      .where('p.team_id', '=', teamId)
      .where('m.user_id', '=', userId)
      .execute(),

  removeMember: (teamId: number, userId: string): Promise<Membership[]> =>
    db
      .deleteFrom('participation_member')
      .using('participation')
      .whereRef('participation.id', '=', 'participation_member.participation_id')
      .where('participation.team_id', '=', teamId)
      .where('participation_member.user_id', '=', userId)
      .returning(['participation.id', 'participation.game_id'])
      .execute(),

  /** Without members, never accepted, and without submissions. */
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

  async membersOf(ids: readonly number[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('participation_member')
      .select('user_id')
      .where('participation_id', 'in', ids)
      .execute()
    return rows.map((row) => row.user_id)
  },

  async expireContainers(ids: readonly number[], now: Date): Promise<void> {
    if (ids.length === 0) return
    await db
      .updateTable('container')
      .set({ expect_stop_at: now })
      .where('participation_id', 'in', ids)
      .where('expect_stop_at', '>', now)
      .execute()
  },

  /** Returns the submitted files, once for each participation. */
  async delete(ids: readonly number[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await db
      .deleteFrom('participation')
      .where('id', 'in', ids)
      .returning('writeup_hash')
      .execute()
    return rows.flatMap(({ writeup_hash }) => (writeup_hash === null ? [] : [writeup_hash]))
  },

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})

export type ParticipationStore = ReturnType<typeof createParticipationStore>
