import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { Pair } from '../game/game.ts'

export type PlayedAttachment = {
  type: 'Local' | 'Remote'
  hash: string | null
  name: string | null
  size: number | null
  url: string | null
}

export type AssignedInstance = {
  participation_id: number
  challenge_id: number
  flag: string | null
  flag_id: number | null
}
export type FreeFlag = { id: number; challenge_id: number; flag: string }
export type FlagAssignment = Pair & { flag: string; flagId: number | null }

const columnsOf = (pairs: readonly Pair[]) => sql`
  ${pairs.map((pair) => pair.participationId)}::int[], ${pairs.map((pair) => pair.challengeId)}::int[]`

// Nothing here waits while it holds a lock, so it can't deadlock with other assignments or deletions.
export const createAssignmentStore = (db: Db) => ({
  // `strongly` when a listed flag may be taken: its key changes the row for all references.
  async hold(
    gameId: number,
    pairs: readonly Pair[],
    { wait, strongly }: { wait: boolean; strongly: boolean },
  ): Promise<AssignedInstance[]> {
    if (pairs.length === 0) return []
    const { rows } = await sql<AssignedInstance>`
      select i.participation_id, i.challenge_id, i.flag, i.flag_id
      from unnest(${columnsOf(pairs)}) as wanted (participation_id, challenge_id)
      join game_instance i on i.game_id = ${gameId}
        and i.participation_id = wanted.participation_id and i.challenge_id = wanted.challenge_id
      ${strongly ? sql`for update of i` : sql`for no key update of i`} ${wait ? sql`` : sql`skip locked`}
    `.execute(db)
    return rows
  },

  // One look-up per flag, so that lists can be long.
  async holdFree(
    wanted: readonly { challengeId: number; count: number }[],
    { byChance, except }: { byChance: boolean; except: readonly number[] },
  ): Promise<FreeFlag[]> {
    const { rows } = await sql<FreeFlag>`
      select free.* from unnest(
        ${wanted.map(({ challengeId }) => challengeId)}::int[],
        ${wanted.map(({ count }) => count)}::int[]
      ) as wanted (challenge_id, count)
      cross join lateral (
        select min(id) + floor(random() * (max(id) - min(id) + 1))::int as chance from flag
        where flag.challenge_id = wanted.challenge_id
      ) as beginning
      cross join lateral (
        select f.id, f.challenge_id, f.flag from flag f
        where f.challenge_id = wanted.challenge_id
          and f.id >= case when ${byChance}::boolean then beginning.chance else 0 end
          and f.id <> all (${except}::int[])
          and (select true from game_instance i where i.flag_id = f.id) is null
        order by f.id limit wanted.count
        for no key update of f skip locked
      ) as free
    `.execute(db)
    return rows
  },

  async taken(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return []
    const { rows } = await sql<{ flag_id: number }>`
      select flag_id from game_instance where flag_id = any (${ids}::int[])
    `.execute(db)
    return rows.map(({ flag_id }) => flag_id)
  },

  async assign(gameId: number, assignments: readonly FlagAssignment[]): Promise<void> {
    if (assignments.length === 0) return
    await sql`
      update game_instance i set flag = given.flag, flag_id = given.flag_id
      from unnest(
        ${columnsOf(assignments)},
        ${assignments.map((one) => one.flag)}::text[],
        ${assignments.map((one) => one.flagId)}::int[]
      ) as given (participation_id, challenge_id, flag, flag_id)
      where i.game_id = ${gameId} and i.participation_id = given.participation_id
        and i.challenge_id = given.challenge_id and i.flag is null
    `.execute(db)
  },

  async attachments(
    flagIds: readonly number[],
  ): Promise<{ flag_id: number; attachment: PlayedAttachment }[]> {
    if (flagIds.length === 0) return []
    const { rows } = await sql<{ flag_id: number } & PlayedAttachment>`
      select flag_id, type, file_hash as hash, file_name as name, file_size as size, remote_url as url
      from attachment where flag_id = any (${flagIds}::int[])
    `.execute(db)
    return rows.map(({ flag_id, ...attachment }) => ({ flag_id, attachment }))
  },

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})

export type AssignmentStore = ReturnType<typeof createAssignmentStore>
