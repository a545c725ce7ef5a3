import type { ChallengeCategory } from '@pennant/contract/enums'
import { type Insertable, sql } from 'kysely'
import type { GameKeys } from '../../core/game/keys.ts'
import type { Db, TeamTable, UserTable } from '../../ports/database.ts'
import type { InstanceSource } from './store.ts'

export type NewChallenge = { title: string; content: string; category: ChallengeCategory; flag: string }

type Game = GameKeys & { rehearsalId: string; title: string; inviteCode: string; start: Date; end: Date }
type Member = { teamId: number; userId: string }

/** Writes what a rehearsal plays with. Each row can be found again by the rehearsal or by its game. */
export const createCastStore = (db: Db) => ({
  async insertGame({ rehearsalId, inviteCode, title, start, end, ...keys }: Game): Promise<number> {
    const { id } = await db
      .insertInto('game')
      .values({
        ...{ ...keys, title, hidden: true, practice_mode: false, accept_without_review: true },
        ...{ invite_code: inviteCode, start_at: start, end_at: end, writeup_deadline: end },
        rehearsal_id: rehearsalId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async insertChallenges(gameId: number, challenges: readonly NewChallenge[]): Promise<number[]> {
    const rows = await db
      .insertInto('challenge')
      .values(
        challenges.map(({ title, content, category }) => ({
          ...{ game_id: gameId, title, content, category },
          ...{ type: 'StaticAttachment' as const, is_enabled: true },
        })),
      )
      .returning('id')
      .execute()
    const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
    await db
      .insertInto('flag')
      .values(challenges.map(({ flag }, index) => ({ challenge_id: ids[index] ?? 0, flag })))
      .execute()
    return ids
  },

  async insertInstanceChallenge(gameId: number, source: InstanceSource): Promise<number> {
    const { id } = await db
      .insertInto('challenge')
      .values({
        ...{ ...source, game_id: gameId, title: 'Instance', category: 'Web' as const },
        ...{ type: 'DynamicContainer' as const, is_enabled: true, flag_template: 'flag{[GUID]}' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async insertUsers(users: readonly Insertable<UserTable>[]): Promise<void> {
    await db.insertInto('user').values(users).execute()
  },

  async insertTeams(teams: readonly Insertable<TeamTable>[]): Promise<number[]> {
    const rows = await db.insertInto('team').values(teams).returning('id').execute()
    return rows.map(({ id }) => id).toSorted((a, b) => a - b)
  },

  async insertMembers(members: readonly Member[], now: Date): Promise<void> {
    await db
      .insertInto('team_member')
      .values(members.map(({ teamId, userId }) => ({ team_id: teamId, user_id: userId, joined_at: now })))
      .execute()
  },

  async insertParticipations(gameId: number, teams: readonly { id: number; token: string }[]): Promise<void> {
    await db
      .insertInto('participation')
      .values(
        teams.map(({ id, token }) => ({
          ...{ game_id: gameId, team_id: id, token },
          status: 'Accepted' as const,
        })),
      )
      .execute()
  },

  async insertAttachments(
    files: readonly { challengeId: number; hash: string; name: string; size: number }[],
  ): Promise<void> {
    await db
      .insertInto('attachment')
      .values(
        files.map(({ challengeId, hash, name, size }) => ({
          ...{ challenge_id: challengeId, type: 'Local' as const },
          ...{ file_hash: hash, file_name: name, file_size: size },
        })),
      )
      .execute()
  },

  /** All members play, and each team has what it has once it is accepted. */
  async join({
    gameId,
    teamIds,
    now,
  }: {
    gameId: number
    teamIds: readonly number[]
    now: Date
  }): Promise<void> {
    const isOne = sql`p.game_id = ${gameId} and p.team_id = any(${teamIds}::int[])`
    await sql`
      insert into participation_member (game_id, user_id, participation_id, joined_at)
      select p.game_id, m.user_id, p.id, ${now}
      from participation p join team_member m on m.team_id = p.team_id
      where ${isOne}
    `.execute(db)
    await sql`
      insert into game_instance (game_id, participation_id, challenge_id)
      select p.game_id, p.id, c.id from participation p join challenge c on c.game_id = p.game_id
      where ${isOne}
    `.execute(db)
  },

  players: (id: string): Promise<{ userName: string; teamId: number }[]> =>
    db
      .selectFrom('user')
      .innerJoin('team_member', 'team_member.user_id', 'user.id')
      .select(['user.name as userName', 'team_member.team_id as teamId'])
      .where('user.rehearsal_id', '=', id)
      .execute(),

  challenges: (
    gameId: number,
  ): Promise<{ id: number; flag: string; hash: string | null; file: string | null }[]> =>
    db
      .selectFrom('challenge')
      .innerJoin('flag', 'flag.challenge_id', 'challenge.id')
      .leftJoin('attachment', 'attachment.challenge_id', 'challenge.id')
      .select(['challenge.id', 'flag.flag', 'attachment.file_hash as hash', 'attachment.file_name as file'])
      .where('challenge.game_id', '=', gameId)
      .where('challenge.type', '=', 'StaticAttachment')
      .orderBy('challenge.id')
      .execute(),

  async instanceChallenge(gameId: number): Promise<number | null> {
    const found = await db
      .selectFrom('challenge')
      .select('id')
      .where('game_id', '=', gameId)
      .where('type', '=', 'DynamicContainer')
      .executeTakeFirst()
    return found?.id ?? null
  },

  atomically: <T>(work: (tx: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})
