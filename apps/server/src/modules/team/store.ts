import { sql, type Updateable } from 'kysely'
import type { Db, TeamRow, TeamTable } from '../../ports/database.ts'

export type StoredMember = {
  team_id: number
  id: string
  name: string
  bio: string
  avatar_hash: string | null
}

export type TeamWithMembers = TeamRow & { members: StoredMember[] }

export type TeamFilter = {
  search?: string | undefined
  id?: number | null | undefined
  locked?: boolean | undefined
}

const holds = (column: string, hint: string) =>
  sql<boolean>`position(lower(${hint}) in lower(${sql.ref(column)})) > 0`

export const createTeamStore = (db: Db) => {
  const withMembers = async (teams: TeamRow[]): Promise<TeamWithMembers[]> => {
    if (teams.length === 0) return []
    const members = await db
      .selectFrom('team_member')
      .innerJoin('user', 'user.id', 'team_member.user_id')
      .select(['team_member.team_id', 'user.id', 'user.name', 'user.bio', 'user.avatar_hash'])
      .where(
        'team_member.team_id',
        'in',
        teams.map((team) => team.id),
      )
      .orderBy('user.id')
      .execute()
    const byTeam = new Map<number, StoredMember[]>(teams.map((team) => [team.id, []]))
    for (const member of members) byTeam.get(member.team_id)?.push(member)
    return teams.map((team) => ({ ...team, members: byTeam.get(team.id) ?? [] }))
  }

  return {
    /** Null for the default, and for keys of no game here. */
    async signedTextOf(publicKey: Buffer): Promise<string | null> {
      const row = await db
        .selectFrom('game')
        .select('signed_team_text')
        .where('public_key', '=', publicKey.toString('base64'))
        .executeTakeFirst()
      return row?.signed_team_text ?? null
    },

    find: (id: number): Promise<TeamRow | undefined> =>
      db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Locks the team, but rows that refer to it may still be written: submissions never wait for a team. */
    lock: (id: number): Promise<TeamRow | undefined> =>
      db.selectFrom('team').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

    async withMembers(id: number): Promise<TeamWithMembers | undefined> {
      const teams = await db.selectFrom('team').selectAll().where('id', '=', id).execute()
      return (await withMembers(teams))[0]
    },

    async ofUser(userId: string): Promise<TeamWithMembers[]> {
      const teams = await db
        .selectFrom('team')
        .selectAll()
        .where('id', 'in', (is) =>
          is.selectFrom('team_member').select('team_id').where('user_id', '=', userId),
        )
        .orderBy('id')
        .execute()
      return withMembers(teams)
    },

    async page(
      count: number,
      skip: number,
      { search = '', id, locked }: TeamFilter = {},
    ): Promise<{ teams: TeamWithMembers[]; total: number }> {
      const matching = db
        .selectFrom('team')
        .where('rehearsal_id', 'is', null)
        .$if(search !== '', (query) =>
          query.where((is) =>
            is.or([
              holds('team.name', search),
              is.exists(
                is
                  .selectFrom('team_member')
                  .innerJoin('user', 'user.id', 'team_member.user_id')
                  .select('team_member.user_id')
                  .whereRef('team_member.team_id', '=', 'team.id')
                  .where(holds('user.name', search)),
              ),
              ...(id == null ? [] : [is('team.id', '=', id)]),
            ]),
          ),
        )
        .$if(locked !== undefined, (query) => query.where('locked', '=', locked ?? false))
      const teams = await matching.selectAll('team').orderBy('id').limit(count).offset(skip).execute()
      const { total } = await matching
        .select((is) => is.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { teams: await withMembers(teams), total }
    },

    async search(hint: string, id: number | null, limit: number): Promise<TeamWithMembers[]> {
      const teams = await db
        .selectFrom('team')
        .selectAll()
        .where('rehearsal_id', 'is', null)
        .where((is) => is.or([holds('name', hint), ...(id === null ? [] : [is('id', '=', id)])]))
        .orderBy('id')
        .limit(limit)
        .execute()
      return withMembers(teams)
    },

    async isMember(teamId: number, userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('team_member')
        .select('user_id')
        .where('team_id', '=', teamId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },

    async ledBy(userId: string): Promise<number> {
      const { count } = await db
        .selectFrom('team')
        .select((is) => is.fn.countAll<number>().as('count'))
        .where('captain_id', '=', userId)
        .executeTakeFirstOrThrow()
      return count
    },

    /** One change at a time to how many teams a user leads. False if there is no such user. */
    async lockUser(userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('user')
        .select('id')
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      return row !== undefined
    },

    async insert(team: {
      name: string
      bio: string | null
      captain_id: string
      invite_token: string
      skeletons: string[]
    }): Promise<number> {
      const { id } = await db.insertInto('team').values(team).returning('id').executeTakeFirstOrThrow()
      await db.insertInto('team_member').values({ team_id: id, user_id: team.captain_id }).execute()
      return id
    },

    async update(id: number, changes: Updateable<TeamTable>): Promise<boolean> {
      const result = await db.updateTable('team').set(changes).where('id', '=', id).executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /** Returns what it replaces. Null if the team is gone or has another captain. */
    async swapAvatar(
      { id, captainId }: { id: number; captainId: string },
      hash: string,
    ): Promise<{ before: string | null } | null> {
      const { rows } = await sql<{ before: string | null }>`
        update team t set avatar_hash = ${hash}
        from (select id, avatar_hash from team where id = ${id} and captain_id = ${captainId} for update) old
        where t.id = old.id
        returning old.avatar_hash as before
      `.execute(db)
      return rows[0] ?? null
    },

    standings: (id: number) =>
      db
        .selectFrom('participation')
        .select(['id', 'game_id as gameId', 'status'])
        .where('team_id', '=', id)
        .orderBy('id')
        .execute(),

    async delete(id: number): Promise<TeamRow | undefined> {
      return db.deleteFrom('team').where('id', '=', id).returningAll().executeTakeFirst()
    },

    async addMember(teamId: number, userId: string): Promise<boolean> {
      const result = await db
        .insertInto('team_member')
        .values({ team_id: teamId, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) === 1n
    },

    async removeMember(teamId: number, userId: string): Promise<boolean> {
      const result = await db
        .deleteFrom('team_member')
        .where('team_id', '=', teamId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return result.numDeletedRows === 1n
    },

    atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
  }
}

export type TeamStore = ReturnType<typeof createTeamStore>
