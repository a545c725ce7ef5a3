import type { ContainerStatus } from '@pennant/contract/enums'
import { sql } from 'kysely'
import type { StartedContainer } from '../../ports/containers.ts'
import type { Db } from '../../ports/database.ts'
import type { ContainerRow, NewContainerRow } from '../../ports/tables/container.ts'
import { isWanted } from './store.ts'

export type InstanceKey = { gameId: number; participationId: number; challengeId: number }

export type OwnInstance = { flag: string | null; changedAt: Date | null; container: ContainerRow | undefined }

/** Read under locks that keep other members of the team from starting one. */
export type ClaimFacts = {
  changedAt: Date | null
  present: { id: string; status: ContainerStatus; leaseUntil: Date | null } | undefined
  /** Of the game's other challenges, oldest first. */
  others: readonly { id: string; status: ContainerStatus }[]
}

type ClaimedRow = Omit<NewContainerRow, 'game_id' | 'participation_id' | 'challenge_id' | 'status'>

export const createClaimStore = (db: Db) => {
  const containerOf = ({ participationId, challengeId }: InstanceKey) =>
    db
      .selectFrom('container')
      .selectAll()
      .where('participation_id', '=', participationId)
      .where('challenge_id', '=', challengeId)
      .executeTakeFirst()

  // The team, its instance, then the challenge: disabling or deleting waits or is seen. Containers stay
  // unlocked, since deleting locks them first.
  const hold = async (
    tx: Db,
    { gameId, participationId, challengeId }: InstanceKey,
  ): Promise<{ changedAt: Date | null } | null> => {
    const team = await tx
      .selectFrom('participation')
      .select('id')
      .where('id', '=', participationId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const instance = await tx
      .selectFrom('game_instance')
      .select('container_changed_at')
      .where('game_id', '=', gameId)
      .where('participation_id', '=', participationId)
      .where('challenge_id', '=', challengeId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const challenge = await tx
      .selectFrom('challenge')
      .select('is_enabled')
      .where('id', '=', challengeId)
      .forShare()
      .executeTakeFirst()
    if (team === undefined || instance === undefined || challenge?.is_enabled !== true) return null
    return { changedAt: instance.container_changed_at }
  }

  const forgetEnd = async (tx: Db, { gameId, participationId, challengeId }: InstanceKey): Promise<void> => {
    await tx
      .updateTable('game_instance')
      .set({ end_reason: null, end_exit_code: null, ended_at: null })
      .where('game_id', '=', gameId)
      .where('participation_id', '=', participationId)
      .where('challenge_id', '=', challengeId)
      .where('ended_at', 'is not', null)
      .execute()
  }

  return {
    /** Undefined if the team has nothing of the challenge. */
    async own(key: InstanceKey): Promise<OwnInstance | undefined> {
      const instance = await db
        .selectFrom('game_instance')
        .select(['flag', 'container_changed_at'])
        .where('game_id', '=', key.gameId)
        .where('participation_id', '=', key.participationId)
        .where('challenge_id', '=', key.challengeId)
        .executeTakeFirst()
      if (instance === undefined) return undefined
      return {
        flag: instance.flag,
        changedAt: instance.container_changed_at,
        container: await containerOf(key),
      }
    },

    /** Null if there is nothing to start. */
    claim: <T>(key: InstanceKey, row: ClaimedRow, decide: (facts: ClaimFacts) => T | 'start') =>
      db.transaction().execute(async (tx): Promise<T | 'start' | null> => {
        const held = await hold(tx, key)
        if (held === null) return null
        const containers = await tx
          .selectFrom('container')
          .select(['id', 'challenge_id', 'status', 'lease_until as leaseUntil'])
          .where('participation_id', '=', key.participationId)
          .orderBy('started_at')
          .orderBy('id')
          .execute()
        const isPresent = (one: { challenge_id: number | null }): boolean =>
          one.challenge_id === key.challengeId
        const decision = decide({
          changedAt: held.changedAt,
          present: containers.find(isPresent),
          others: containers.filter((one) => !isPresent(one)),
        })
        if (decision === 'start') {
          await forgetEnd(tx, key)
          await tx
            .insertInto('container')
            .values({
              ...row,
              game_id: key.gameId,
              participation_id: key.participationId,
              challenge_id: key.challengeId,
              status: 'Pending',
            })
            .execute()
        }
        return decision
      }),

    /** Returns the container that exists already; null if there is no such challenge. */
    claimTest: (
      challengeId: number,
      row: ClaimedRow,
      onStart: (tx: Db) => Promise<void>,
    ): Promise<ContainerRow | 'start' | null> =>
      db.transaction().execute(async (tx) => {
        const challenge = await tx
          .selectFrom('challenge')
          .select('id')
          .where('id', '=', challengeId)
          .forNoKeyUpdate()
          .executeTakeFirst()
        if (challenge === undefined) return null
        const present = await tx
          .selectFrom('container')
          .selectAll()
          .where('test_challenge_id', '=', challengeId)
          .executeTakeFirst()
        if (present !== undefined) return present
        await tx
          .insertInto('container')
          .values({ ...row, test: true, test_challenge_id: challengeId, status: 'Pending' })
          .execute()
        await onStart(tx)
        return 'start'
      }),

    // Below, no statement locks more than one row: deleting locks many, in an order of its own.

    /** False if the start is no longer wanted. */
    async begin(id: string, now: Date): Promise<boolean> {
      const row = await db
        .updateTable('container')
        .set({ begun: true })
        .where('id', '=', id)
        .where('status', '=', 'Pending')
        .where('expect_stop_at', '>', now)
        .where(isWanted(now))
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Returns those still wanted. A running instance needs no lease. */
    async renew(ids: readonly string[], until: Date, now: Date): Promise<Set<string>> {
      const { rows } = await sql<{ id: string; wanted: boolean }>`
        update container set lease_until = ${until}
        where id = any(${ids}::uuid[]) and status <> 'Running'
        returning id, status = 'Pending' and expect_stop_at > ${now} and ${isWanted(now)} as wanted
      `.execute(db)
      return new Set(rows.flatMap(({ id, wanted }) => (wanted ? [id] : [])))
    },

    /** Undefined if it is no longer wanted. */
    finish: (
      id: string,
      { runtimeId, ip, port, publicIp, publicPort, remarks }: StartedContainer,
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
          remarks: remarks === undefined || remarks.length === 0 ? null : JSON.stringify(remarks),
        })
        .where('id', '=', id)
        .where('status', '=', 'Pending')
        .where('expect_stop_at', '>', now)
        .where(isWanted(now))
        .returningAll()
        .executeTakeFirst(),

    /** Leaves it to the next sweep, in any process. */
    async leave(id: string, runtimeId: string | null): Promise<void> {
      await db
        .updateTable('container')
        .set({ status: 'Destroyed', runtime_id: runtimeId, lease_until: null })
        .where('id', '=', id)
        .execute()
    },

    async touch({ gameId, participationId, challengeId }: InstanceKey, at: Date): Promise<void> {
      await db
        .updateTable('game_instance')
        .set({ container_changed_at: at })
        .where('game_id', '=', gameId)
        .where('participation_id', '=', participationId)
        .where('challenge_id', '=', challengeId)
        .execute()
    },
  }
}

export type ClaimStore = ReturnType<typeof createClaimStore>
