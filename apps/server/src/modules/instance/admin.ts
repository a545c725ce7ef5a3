import type { ContainerInfo, ContainerInstance, InstanceLog, Provider } from '@pennant/contract/instance'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import { lastLines, logId } from './log.ts'
import { presentInstance, presentOwn } from './present.ts'
import type { Progress } from './progress.ts'
import { stopOrRefuse, type Stopping } from './stop.ts'
import type { InstanceStore } from './store.ts'
import type { Caller } from '../../core/identity/caller.ts'

type Parts = 'clock' | 'containers' | 'journal' | 'settings'

const minuteMs = 60_000

/** `leastCpu` is in tenths of a core. */
export const createInstances = (
  core: Pick<Core, Parts>,
  instances: InstanceStore,
  stopping: Pick<Stopping, 'stop'>,
  progress: Pick<Progress, 'tell'>,
  leastCpu: number,
) => {
  const { clock, containers, journal, settings } = core

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

    async destroy(id: string, { principal, address }: Caller): Promise<void> {
      const row = await find(id)
      const fact = { name: principal.userName, address }
      await stopOrRefuse(core, stopping, row, fact)
      journal.write({ message: `Instance ${logId(row)} stopped`, status: 'Success', ...fact })
    },

    async extend(id: string, { principal, address }: Caller): Promise<ContainerInfo> {
      await find(id)
      const row = await instances.extend(
        id,
        settings.containerPolicy().extensionDuration * minuteMs,
        new Date(clock.now()),
      )
      if (row === undefined) throw new Problem('instance.notRunning')
      const fact = { status: 'Success', name: principal.userName, address } as const
      journal.write({ message: `Instance ${logId(row)} extended`, ...fact })
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

export type Instances = ReturnType<typeof createInstances>
