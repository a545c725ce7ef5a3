import type { RehearsalReport, RehearsalSize, RehearsalStep } from '@pennant/contract/rehearsal'
import { sql } from 'kysely'
import { isNotGone } from '../../core/game/ledger-store.ts'
import { fileNameOf } from '../../core/rehearsal/store.ts'
import type { Db } from '../../ports/database.ts'
import type { RehearsalRow } from '../../ports/tables/rehearsal.ts'

export type NewRehearsal = {
  id: string
  begunAt: Date
  until: Date
  leaseMs: number | null
  by: string
  size: RehearsalSize
}

/** Of a challenge that organizers have made. */
export type InstanceSource = {
  container_image: string | null
  memory_limit: number | null
  cpu_count: number | null
  storage_limit: number | null
  expose_port: number | null
}

export type FoundRehearsal = RehearsalRow & { isLeft: boolean }

// Deleting a user or a team looks through all that refers to it, so others get their turn in between.
const atOnce = 100

const filesOf = (id: string): string => fileNameOf(id, '%')

// By the clock of the database: those of two processes may be further apart than a lease is long.
const leaseFor = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`
const isLeft = sql<boolean>`coalesce(leased_until <= now(), false)`

export const createRehearsalStore = (db: Db) => {
  const rehearsals = () => db.selectFrom('rehearsal').selectAll().select(isLeft.as('isLeft'))

  return {
    /** False while another one isn't finished. */
    async insert({ id, begunAt, until, leaseMs, by, size }: NewRehearsal): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('rehearsal')
        .values({
          ...{ id, until, by_name: by, step: 'prepare' as const },
          begun_at: begunAt,
          leased_until: leaseMs === null ? null : leaseFor(leaseMs),
          size: JSON.stringify(size),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    unfinished: (): Promise<FoundRehearsal | undefined> =>
      rehearsals().where('ended_at', 'is', null).executeTakeFirst(),

    find: (id: string): Promise<FoundRehearsal | undefined> =>
      rehearsals().where('id', '=', id).executeTakeFirst(),

    hasBegunSince: async (since: Date): Promise<boolean> =>
      (await db.selectFrom('rehearsal').select('id').where('begun_at', '>', since).limit(1).execute())
        .length > 0,

    /** Rehearsals that are over, but of which something is left. Reads three tables whole. */
    async strays(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select rehearsal_id as id from (
          select rehearsal_id from game where rehearsal_id is not null
          union select rehearsal_id from team where rehearsal_id is not null
          union select rehearsal_id from "user" where rehearsal_id is not null
        ) made
        where not exists (select from rehearsal where id = rehearsal_id and ended_at is null)
      `.execute(db)
      return rows.map(({ id }) => id)
    },

    async setStep(id: string, step: RehearsalStep): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('rehearsal')
        .set({ step })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        // What is being removed is never played again.
        .where('step', '!=', 'clean')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** False if it's over, or being removed. */
    async lease(id: string, ms: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('rehearsal')
        .set({ leased_until: leaseFor(ms) })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where('step', '!=', 'clean')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Everything is created. False if it's being removed. */
    async setGame(id: string, gameId: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('rehearsal')
        .set({ game_id: gameId })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where('step', '!=', 'clean')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** False if someone else has. */
    async finish(id: string, at: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('rehearsal')
        .set({ ended_at: at, step: 'clean' })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async keep(id: string, report: RehearsalReport): Promise<void> {
      await db
        .updateTable('rehearsal')
        .set({ report: JSON.stringify(report) })
        .where('id', '=', id)
        .execute()
    },

    async lastReport(before?: Date): Promise<RehearsalReport | null> {
      const row = await db
        .selectFrom('rehearsal')
        .select('report')
        .where('report', 'is not', null)
        // Before that, it isn't known what will be left.
        .where(sql<boolean>`ended_at is not null or report #> '{figures,left}' <> '[]'::jsonb`)
        .$if(before !== undefined, (reports) => reports.where('begun_at', '<', before ?? new Date(0)))
        .orderBy('begun_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.report ?? null
    },

    /** Of games that are running, or start by then. */
    async near(now: Date, by: Date): Promise<string[]> {
      const games = await db
        .selectFrom('game')
        .select('title')
        .where('start_at', '<=', by)
        .where('end_at', '>', now)
        .where('rehearsal_id', 'is', null)
        .where(isNotGone)
        .orderBy('start_at')
        .orderBy('id')
        .execute()
      return games.map(({ title }) => title)
    },

    /** Of the game that isn't over with the most of them. */
    async acceptedTeams(now: Date): Promise<number> {
      const { rows } = await sql<{ teams: number }>`
        select count(*)::int as teams from participation join game on game.id = participation.game_id
        where game.end_at > ${now} and game.rehearsal_id is null and participation.status = 'Accepted'
        group by game.id order by 1 desc limit 1
      `.execute(db)
      return rows[0]?.teams ?? 0
    },

    /** The enabled one that takes the most memory. */
    instanceSource: (): Promise<InstanceSource | undefined> =>
      db
        .selectFrom('challenge')
        .innerJoin('game', 'game.id', 'challenge.game_id')
        .select(['container_image', 'memory_limit', 'cpu_count', 'storage_limit', 'expose_port'])
        .where('game.rehearsal_id', 'is', null)
        .where('challenge.is_enabled', '=', true)
        .where('challenge.type', 'in', ['StaticContainer', 'DynamicContainer'])
        .where('container_image', '!=', '')
        .orderBy('memory_limit', (order) => order.desc().nullsLast())
        .orderBy('challenge.id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async endSessions(id: string): Promise<void> {
      await db
        .deleteFrom('session')
        .where('user_id', 'in', (is) => is.selectFrom('user').select('id').where('rehearsal_id', '=', id))
        .execute()
    },

    async games(id: string): Promise<number[]> {
      const rows = await db.selectFrom('game').select('id').where('rehearsal_id', '=', id).execute()
      return rows.map((row) => row.id)
    },

    async containers(gameId: number): Promise<number> {
      const { count } = await db
        .selectFrom('container')
        .select((is) => is.fn.countAll<number>().as('count'))
        .where('game_id', '=', gameId)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Those that have been deleted; none once there are no more. */
    async deleteTeams(id: string): Promise<number[]> {
      const found = await db
        .selectFrom('team')
        .select('id')
        .where(({ or, eb, selectFrom }) =>
          or([
            eb('rehearsal_id', '=', id),
            eb('captain_id', 'in', selectFrom('user').select('user.id').where('user.rehearsal_id', '=', id)),
          ]),
        )
        .limit(atOnce)
        .execute()
      const ids = found.map((row) => row.id)
      if (ids.length > 0) await db.deleteFrom('team').where('id', 'in', ids).execute()
      return ids
    },

    async deleteUsers(id: string): Promise<string[]> {
      const found = await db
        .selectFrom('user')
        .select('id')
        .where('rehearsal_id', '=', id)
        .limit(atOnce)
        .execute()
      const ids = found.map((row) => row.id)
      if (ids.length > 0) await db.deleteFrom('user').where('id', 'in', ids).execute()
      return ids
    },

    async files(id: string): Promise<string[]> {
      const rows = await db
        .selectFrom('file')
        .select('hash')
        .where('refs', '>', 0)
        .where('name', 'like', filesOf(id))
        .execute()
      return rows.map(({ hash }) => hash)
    },

    /** What is still there, by kind. */
    async left(id: string): Promise<Readonly<Record<string, number>>> {
      const { rows } = await sql<Record<string, number>>`
        select
          (select count(*)::int from game where rehearsal_id = ${id}) as games,
          (select count(*)::int from team where rehearsal_id = ${id}) as teams,
          (select count(*)::int from "user" where rehearsal_id = ${id}) as users,
          (select count(*)::int from session
            where user_id in (select u.id from "user" u where u.rehearsal_id = ${id})) as sessions,
          (select count(*)::int from file where refs > 0 and name like ${filesOf(id)}) as files
      `.execute(db)
      return rows[0] ?? {}
    },

    atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
  }
}
