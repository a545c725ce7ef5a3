import { sql } from 'kysely'
import type { StartedContainer } from '../../ports/containers.ts'
import type { Db } from '../../ports/database.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import type { InstanceKey } from './store-claim.ts'
import { isOwned } from './store-owned.ts'

/** Of these nobody holds more than one row at a time: those who delete hold many, in an order of their own. */
export const createStartStore = (db: Db) => ({
  /** It is its turn. False when nobody wants it any more. */
  async begin(id: string, now: Date): Promise<boolean> {
    const row = await db
      .updateTable('container')
      .set({ begun: true })
      .where('id', '=', id)
      .where('status', '=', 'Pending')
      .where('expect_stop_at', '>', now)
      .where(isOwned)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Answers those that are still wanted. What runs by now has nobody at it any more. */
  async renew(ids: readonly string[], until: Date, now: Date): Promise<Set<string>> {
    const { rows } = await sql<{ id: string; wanted: boolean }>`
      update container set lease_until = ${until}
      where id = any(${ids}::uuid[]) and status <> 'Running'
      returning id, status = 'Pending' and expect_stop_at > ${now} and ${isOwned} as wanted
    `.execute(db)
    return new Set(rows.flatMap(({ id, wanted }) => (wanted ? [id] : [])))
  },

  /** Undefined when nobody wants it any more. */
  finish: (
    id: string,
    { runtimeId, ip, port, publicIp, publicPort }: StartedContainer,
    { now, stopAt }: { now: Date; stopAt: Date },
  ): Promise<ContainerRow | undefined> =>
    db
      .updateTable('container')
      .set({
        status: 'Running',
        runtime_id: runtimeId,
        ip,
        port,
        public_ip: publicIp,
        public_port: publicPort,
        started_at: now,
        expect_stop_at: stopAt,
        lease_until: null,
      })
      .where('id', '=', id)
      .where('status', '=', 'Pending')
      .where('expect_stop_at', '>', now)
      .where(isOwned)
      .returningAll()
      .executeTakeFirst(),

  /** For the next sweep, in whatever process. */
  async leave(id: string, runtimeId: string | null): Promise<void> {
    await db
      .updateTable('container')
      .set({ status: 'Destroyed', runtime_id: runtimeId, lease_until: null })
      .where('id', '=', id)
      .execute()
  },

  /** The team's last operation. */
  async touch({ gameId, participationId, challengeId }: InstanceKey, at: Date): Promise<void> {
    await db
      .updateTable('game_instance')
      .set({ container_changed_at: at })
      .where('game_id', '=', gameId)
      .where('participation_id', '=', participationId)
      .where('challenge_id', '=', challengeId)
      .execute()
  },
})

export type StartStore = ReturnType<typeof createStartStore>
