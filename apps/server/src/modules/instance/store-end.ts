import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import { isOwned } from './store-owned.ts'

export type EndingContainer = Pick<
  ContainerRow,
  'id' | 'runtime_id' | 'begun' | 'game_id' | 'participation_id' | 'challenge_id'
>

const ending = ['id', 'runtime_id', 'begun', 'game_id', 'participation_id', 'challenge_id'] as const

type Span = { now: Date; until: Date }

/** Whoever takes a container to stop it has it to themselves for a while; in the end there is no row. */
export const createEndStore = (db: Db) => {
  const taking = ({ now, until }: Span) =>
    db
      .updateTable('container')
      .set({ status: 'Destroyed', lease_until: until })
      .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<=', now)]))
      .returning(ending)

  return {
    /** Undefined when it is gone, or somebody is at it already. */
    take: (id: string, span: Span): Promise<EndingContainer | undefined> =>
      taking(span).where('id', '=', id).executeTakeFirst(),

    takeRunning: (runtimeId: string, span: Span): Promise<EndingContainer | undefined> =>
      taking(span).where('runtime_id', '=', runtimeId).where('status', '=', 'Running').executeTakeFirst(),

    /**
     * Some of those whose time is over, whose owner is gone, that could not be stopped before, or whose start
     * nobody is behind any more.
     */
    takeDue: (span: Span, limit: number, except: readonly string[]): Promise<EndingContainer[]> =>
      taking(span)
        .where(
          'id',
          'in',
          db
            .selectFrom('container')
            .select('id')
            .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<=', span.now)]))
            .where((is) =>
              is.or([is('expect_stop_at', '<=', span.now), is('status', '<>', 'Running'), is.not(isOwned)]),
            )
            .where(sql<boolean>`id <> all(${except}::uuid[])`)
            .orderBy('expect_stop_at')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .execute(),

    /** A start that is not to go on. False when it is no start any more. */
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

    /** Starts under way that are for nothing. */
    async unwanted(now: Date): Promise<string[]> {
      const rows = await db
        .selectFrom('container')
        .select('id')
        .where('status', '=', 'Pending')
        .where('lease_until', '>', now)
        .where((is) => is.or([is('expect_stop_at', '<=', now), is.not(isOwned)]))
        .execute()
      return rows.map(({ id }) => id)
    },

    /** It could not be stopped: the next sweep tries again. */
    async release(ids: readonly string[]): Promise<void> {
      await db.updateTable('container').set({ lease_until: null }).where('id', 'in', ids).execute()
    },

    /** True for the one who removed it. */
    async delete(id: string): Promise<boolean> {
      const row = await db.deleteFrom('container').where('id', '=', id).returning('id').executeTakeFirst()
      return row !== undefined
    },

    async isThere(id: string): Promise<boolean> {
      const row = await db.selectFrom('container').select('id').where('id', '=', id).executeTakeFirst()
      return row !== undefined
    },

    /** What is written down of everything that the provider may have. */
    known: (): Promise<Pick<ContainerRow, 'id' | 'status' | 'runtime_id'>[]> =>
      db.selectFrom('container').select(['id', 'status', 'runtime_id']).execute(),
  }
}

export type EndStore = ReturnType<typeof createEndStore>
