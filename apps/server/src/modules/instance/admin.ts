import type { ContainerInfo } from '@pennant/contract/container'
import type { ContainerInstance, InstanceLog, Provider } from '@pennant/contract/instance'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import { lastLines, logId } from './log.ts'
import { presentInstance, presentOwn } from './present.ts'
import type { Progress } from './progress.ts'
import { stopOrRefuse, type Stopping } from './stop.ts'
import { createInstanceStore, type InstanceStore } from './store.ts'
import type { Caller } from '../../core/identity/caller.ts'

type Parts = 'audit' | 'clock' | 'containers' | 'journal' | 'settings'

const minuteMs = 60_000

/** `leastCpu` is in tenths of a core. */
export const createInstances = (
  core: Pick<Core, Parts>,
  instances: InstanceStore,
  stopping: Pick<Stopping, 'stop'>,
  progress: Pick<Progress, 'tell'>,
  leastCpu: number,
) => {
  const { audit, clock, containers, journal, settings } = core

  const find = async (id: string): Promise<ContainerRow> => {
    const row = await instances.find(id)
    if (row === undefined) throw new Problem('instance.notFound')
    return row
  }

  /** Null if it works. */
  const complaint = (): Promise<string | null> =>
    containers.check().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )

  return {
    async list(): Promise<{ data: ContainerInstance[]; length: number; total: number }> {
      const data = (await instances.all()).map(presentInstance)
      return { data, length: data.length, total: data.length }
    },

    async destroy(id: string, caller: Caller): Promise<void> {
      const { principal, address } = caller
      const row = await find(id)
      const fact = { name: principal.userName, address }
      const logged = { game: row.game_id, id, before: stateOf(row) }
      await stopOrRefuse(core, stopping, row, fact, (tx) =>
        audit.record(tx, caller, 'instance.adminDestroy', logged),
      )
      journal.write({ message: `Instance ${logId(row)} stopped`, status: 'Success', ...fact })
    },

    async extend(id: string, caller: Caller): Promise<ContainerInfo> {
      const before = await find(id)
      const byMs = settings.containerPolicy().extensionDuration * minuteMs
      const row = await instances.atomically(async (db) => {
        const after = await createInstanceStore(db).extend(id, byMs, new Date(clock.now()))
        if (after === undefined) throw new Problem('instance.notRunning')
        const states = { before: stateOf(before), after: stateOf(after) }
        await audit.record(db, caller, 'instance.adminExtend', { game: after.game_id, id, ...states })
        return after
      })
      journal.done(caller, `Instance ${logId(row)} extended`)
      const { game_id: gameId, participation_id: participationId, challenge_id: challengeId } = row
      if (gameId !== null && participationId !== null && challengeId !== null)
        progress.tell({ gameId, participationId, challengeId }, 'Running')
      return presentOwn(row)
    },

    log: async (id: string): Promise<InstanceLog> => ({ text: await lastLines(containers, await find(id)) }),

    async provider(): Promise<Provider> {
      const message = await complaint()
      const { queued, starting } = await instances.starts(new Date(clock.now()))
      const { kind, startsAtOnce: limit } = containers
      return { kind, working: message === null, message, queued, starting, limit, leastCpu }
    },
  }
}

const stateOf = (row: ContainerRow) => ({
  gameId: row.game_id,
  challengeId: row.challenge_id ?? row.test_challenge_id,
  participationId: row.participation_id,
  expectStopAt: row.expect_stop_at.getTime(),
})

export type Instances = ReturnType<typeof createInstances>
