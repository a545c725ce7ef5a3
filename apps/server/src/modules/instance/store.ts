import type { ChallengeCategory } from '@pennant/contract/enums'
import { type RawBuilder, sql } from 'kysely'
import type { ContainerEnd } from '../../ports/containers.ts'
import type { Db } from '../../ports/database.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'

export type StoredInstance = Pick<
  ContainerRow,
  | 'id'
  | 'image'
  | 'runtime_id'
  | 'ip'
  | 'port'
  | 'public_ip'
  | 'public_port'
  | 'started_at'
  | 'expect_stop_at'
> & {
  team_id: number | null
  team_name: string | null
  team_avatar: string | null
  challenge_id: number | null
  challenge_title: string | null
  challenge_category: ChallengeCategory | null
}

export type StoppingContainer = Pick<
  ContainerRow,
  'id' | 'runtime_id' | 'begun' | 'test' | 'game_id' | 'participation_id' | 'challenge_id'
> & { challenge_title: string | null; team_name: string | null }

export type DueContainer = StoppingContainer & { ran: boolean; wanted: boolean }

type Span = { now: Date; until: Date }

const facts = sql`
  container.id, container.runtime_id, container.begun, container.test, container.game_id,
  container.participation_id, container.challenge_id,
  (select title from challenge where challenge.id = container.challenge_id) as challenge_title,
  (select t.name from participation p join team t on t.id = p.team_id
   where p.id = container.participation_id) as team_name
`

export const createInstanceStore = (db: Db) => {
  const taken = async (
    { now, until }: Span,
    condition: RawBuilder<unknown>,
  ): Promise<StoppingContainer | undefined> => {
    const { rows } = await sql<StoppingContainer>`
      update container set status = 'Destroyed', lease_until = ${until}
      where (lease_until is null or lease_until <= ${now}) and ${condition}
      returning ${facts}
    `.execute(db)
    return rows[0]
  }

  return {
    all: (): Promise<StoredInstance[]> =>
      db
        .selectFrom('container as c')
        .leftJoin('participation as p', 'p.id', 'c.participation_id')
        .leftJoin('team as t', 't.id', 'p.team_id')
        .leftJoin('challenge as ch', 'ch.id', 'c.challenge_id')
        .select(['c.id', 'c.image', 'c.runtime_id', 'c.ip', 'c.port', 'c.public_ip', 'c.public_port'])
        .select(['c.started_at', 'c.expect_stop_at'])
        .select(['t.id as team_id', 't.name as team_name', 't.avatar_hash as team_avatar'])
        .select(['ch.id as challenge_id', 'ch.title as challenge_title', 'ch.category as challenge_category'])
        .where('c.test', '=', false)
        .orderBy('c.started_at')
        .orderBy('c.id')
        .execute(),

    find: (id: string): Promise<ContainerRow | undefined> =>
      db.selectFrom('container').selectAll().where('id', '=', id).executeTakeFirst(),

    ofTest: (challengeId: number): Promise<ContainerRow | undefined> =>
      db.selectFrom('container').selectAll().where('test_challenge_id', '=', challengeId).executeTakeFirst(),

    /** Only what runs and is still wanted. */
    extend: (id: string, byMs: number, now: Date): Promise<ContainerRow | undefined> =>
      extended(db, { id, byMs, now }).executeTakeFirst(),

    /** Only while it ends no later than `until`. */
    extendOwn: (
      id: string,
      byMs: number,
      { now, until }: { now: Date; until: Date },
    ): Promise<ContainerRow | undefined> =>
      extended(db, { id, byMs, now }).where('expect_stop_at', '<=', until).executeTakeFirst(),

    atomically: <T>(work: (tx: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async starts(now: Date): Promise<{ queued: number; starting: number }> {
      const { rows } = await sql<{ queued: number; starting: number }>`
        select count(*) filter (where not begun) as queued, count(*) filter (where begun) as starting
        from container where status = 'Pending' and lease_until > ${now}
      `.execute(db)
      return rows[0] ?? { queued: 0, starting: 0 }
    },

    // Taking a row gives it to one process for a while; in the end there is no row.

    /** Undefined if it is gone or taken. */
    take: (id: string, span: Span): Promise<StoppingContainer | undefined> => taken(span, sql`id = ${id}`),

    takeRunning: (runtimeId: string, span: Span): Promise<StoppingContainer | undefined> =>
      taken(span, sql`runtime_id = ${runtimeId} and status = 'Running'`),

    /** Over, not wanted, not stopped before, or without a process that holds its start. */
    async takeDue({ now, until }: Span, except: readonly string[]): Promise<DueContainer | undefined> {
      const { rows } = await sql<DueContainer>`
        update container set status = 'Destroyed', lease_until = ${until}
        from (
          select id, status = 'Running' as ran, ${isWanted(now)} as wanted from container
          where (lease_until is null or lease_until <= ${now})
            and (expect_stop_at <= ${now} or status <> 'Running' or not ${isWanted(now)})
            and id <> all(${except}::uuid[])
          order by expect_stop_at limit 1
          for update skip locked
        ) due
        where container.id = due.id
        returning ${facts}, due.ran, due.wanted
      `.execute(db)
      return rows[0]
    },

    /** False if it is no longer a start. */
    async cancel(id: string): Promise<boolean> {
      const row = await db
        .updateTable('container')
        .set({ status: 'Destroyed' })
        .where('id', '=', id)
        .where('status', '=', 'Pending')
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async unwanted(now: Date): Promise<string[]> {
      const rows = await db
        .selectFrom('container')
        .select('id')
        .where('status', '=', 'Pending')
        .where('lease_until', '>', now)
        .where((is) => is.or([is('expect_stop_at', '<=', now), is.not(isWanted(now))]))
        .execute()
      return rows.map(({ id }) => id)
    },

    async noteEnd(row: StoppingContainer, { reason, exitCode }: ContainerEnd, at: Date): Promise<void> {
      if (row.game_id === null || row.participation_id === null || row.challenge_id === null) return
      await db
        .updateTable('game_instance')
        .set({ end_reason: reason, end_exit_code: exitCode, ended_at: at })
        .where('game_id', '=', row.game_id)
        .where('participation_id', '=', row.participation_id)
        .where('challenge_id', '=', row.challenge_id)
        .execute()
    },

    /** Only when the processes that held them are gone. */
    async releaseAll(): Promise<void> {
      await db
        .updateTable('container')
        .set({ lease_until: null })
        .where('lease_until', 'is not', null)
        .execute()
    },

    async release(ids: readonly string[]): Promise<void> {
      await db.updateTable('container').set({ lease_until: null }).where('id', 'in', ids).execute()
    },

    /** True for the call that removed it, which records that in the same transaction. */
    delete: (id: string, record?: (tx: Db) => Promise<void>): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        const row = await tx.deleteFrom('container').where('id', '=', id).returning('id').executeTakeFirst()
        if (row !== undefined) await record?.(tx)
        return row !== undefined
      }),

    async isThere(id: string): Promise<boolean> {
      const row = await db.selectFrom('container').select('id').where('id', '=', id).executeTakeFirst()
      return row !== undefined
    },

    known: (): Promise<Pick<ContainerRow, 'id' | 'status' | 'runtime_id'>[]> =>
      db.selectFrom('container').select(['id', 'status', 'runtime_id']).execute(),
  }
}

export type InstanceStore = ReturnType<typeof createInstanceStore>

// A test needs its challenge; an instance needs an enabled challenge, a running game or practice, and an
// accepted team with a member who isn't banned.
export const isWanted = (now: Date): RawBuilder<boolean> => sql<boolean>`
  case when container.test then container.test_challenge_id is not null else exists (
    select from participation p
    join game g on g.id = p.game_id
    join challenge c on c.id = container.challenge_id
    where p.id = container.participation_id and p.status = 'Accepted' and c.is_enabled
      -- A clock may be behind, or have been read before a wait: what was started shows that the time has passed.
      and g.start_at <= greatest(${now}, container.started_at) and (g.end_at >= ${now} or g.practice_mode)
      and coalesce((
        select bool_or(u.role <> 'Banned')
        from participation_member m join "user" u on u.id = m.user_id
        where m.participation_id = p.id
      ), true)
  ) end
`

const extended = (db: Db, { id, byMs, now }: { id: string; byMs: number; now: Date }) =>
  db
    .updateTable('container')
    .set({ expect_stop_at: sql<Date>`expect_stop_at + make_interval(secs => ${byMs / 1000})` })
    .where('id', '=', id)
    .where('status', '=', 'Running')
    .where(isWanted(now))
    .returningAll()
