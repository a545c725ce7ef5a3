import type { ParticipationStatus } from '@pennant/contract/enums'
import type { JoinDivision } from '@pennant/rules/participation/division'
import type { Insertable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { GameRow } from '../../ports/tables/game.ts'
import type { ParticipationTable } from '../../ports/tables/participation.ts'

export type JoinedGame = Pick<
  GameRow,
  | 'end_at'
  | 'practice_mode'
  | 'invite_code'
  | 'team_member_count_limit'
  | 'accept_without_review'
  | 'private_key'
  | 'signed_team_text'
>
export type Registration = { participation_id: number; status: ParticipationStatus }
type Standing = { id: number; status: ParticipationStatus; division_id: number | null }

export const createJoinStore = (db: Db) => ({
  /** Locks the user until the transaction ends. False if there is none. */
  async holdUser(userId: string): Promise<boolean> {
    const row = await db
      .selectFrom('user')
      .select('id')
      .where('id', '=', userId)
      .forKeyShare()
      .executeTakeFirst()
    return row !== undefined
  },

  game: (gameId: number): Promise<JoinedGame | undefined> =>
    db
      .selectFrom('game')
      .select(['end_at', 'practice_mode', 'invite_code', 'team_member_count_limit'])
      .select(['accept_without_review', 'private_key', 'signed_team_text'])
      .where('id', '=', gameId)
      .executeTakeFirst(),

  divisions: (gameId: number): Promise<JoinDivision[]> =>
    db
      .selectFrom('division')
      .select(['id', 'invite_code as inviteCode', 'default_permissions as defaultPermissions'])
      .where('game_id', '=', gameId)
      .execute(),

  async isInTeam(teamId: number, userId: string): Promise<boolean> {
    const row = await db
      .selectFrom('team_member')
      .select('user_id')
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row !== undefined
  },

  registration: (gameId: number, userId: string): Promise<Registration | undefined> =>
    db
      .selectFrom('participation_member as m')
      .innerJoin('participation as p', 'p.id', 'm.participation_id')
      .select(['m.participation_id', 'p.status'])
      .where('m.game_id', '=', gameId)
      .where('m.user_id', '=', userId)
      .executeTakeFirst(),

  ofTeam: (gameId: number, teamId: number): Promise<Standing | undefined> =>
    db
      .selectFrom('participation')
      .select(['id', 'status', 'division_id'])
      .where('game_id', '=', gameId)
      .where('team_id', '=', teamId)
      .executeTakeFirst(),

  async membersBeside(participationId: number, userId: string): Promise<number> {
    const { count } = await db
      .selectFrom('participation_member')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('participation_id', '=', participationId)
      .where('user_id', '<>', userId)
      .executeTakeFirstOrThrow()
    return count
  },

  async joinedAlong(
    gameId: number,
    userId: string,
  ): Promise<{ teamId: number; members: string[] } | undefined> {
    const rows = await db
      .selectFrom('participation_member as own')
      .innerJoin('participation as p', 'p.id', 'own.participation_id')
      .innerJoin('participation_member as m', 'm.participation_id', 'p.id')
      .select(['p.team_id', 'm.user_id'])
      .where('own.game_id', '=', gameId)
      .where('own.user_id', '=', userId)
      .orderBy('m.joined_at')
      .execute()
    const [first] = rows
    return first === undefined
      ? undefined
      : { teamId: first.team_id, members: rows.map(({ user_id }) => user_id) }
  },

  takingPart: (gameId: number, userId: string): Promise<{ team_id: number; division_id: number }[]> =>
    db
      .selectFrom('team_member as m')
      .innerJoin('participation as p', 'p.team_id', 'm.team_id')
      .select(({ ref }) => ['p.team_id', ref('p.division_id').$notNull().as('division_id')])
      .where('m.user_id', '=', userId)
      .where('p.game_id', '=', gameId)
      .where('p.division_id', 'is not', null)
      .orderBy('p.team_id')
      .execute(),

  async insert(row: Insertable<ParticipationTable>): Promise<number> {
    const { id } = await db.insertInto('participation').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  },

  async register(joined: {
    gameId: number
    userId: string
    participationId: number
    at: Date
  }): Promise<void> {
    const { gameId, userId, participationId, at } = joined
    await db
      .insertInto('participation_member')
      .values({ game_id: gameId, user_id: userId, participation_id: participationId, joined_at: at })
      .execute()
  },

  async unregister(gameId: number, userId: string): Promise<void> {
    await db
      .deleteFrom('participation_member')
      .where('game_id', '=', gameId)
      .where('user_id', '=', userId)
      .execute()
  },

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})
