import type { ContainerInfo, ContainerInstance, InstanceLog, Provider } from '@pennant/contract/instance'
import { Problem } from '@pennant/contract/problem'
import type { ContainerPolicy } from '@pennant/contract/setting'
import type { Clock } from '../../ports/clock.ts'
import type { Containers } from '../../ports/containers.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { Caller } from './asking.ts'
import type { Ending } from './end.ts'
import { logId } from './log-id.ts'
import { lastLines } from './log-lines.ts'
import type { TeamNews } from './news.ts'
import { presentInstance, presentOwn } from './present.ts'
import type { InstanceStore } from './store.ts'

export type InstancesNeeds = {
  instances: InstanceStore
  containers: Pick<Containers, 'kind' | 'startsAtOnce' | 'check' | 'log'>
  ending: Pick<Ending, 'end'>
  policy(): ContainerPolicy
  news: Pick<TeamNews, 'tell'>
  clock: Clock
  journal: Journal
}

const minuteMs = 60_000

/** What administrators do with instances. */
export const createInstances = (needs: InstancesNeeds) => {
  const { instances, containers, ending, policy, news, clock, journal } = needs

  const find = async (id: string): Promise<ContainerRow> => {
    const row = await instances.find(id)
    if (row === undefined) throw new Problem('instance.notFound')
    return row
  }

  /** Null when it works. */
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
      await ending.end(id).catch((error: unknown) => {
        journal.write({
          level: 'Error',
          message: `Instance ${logId(row)} could not be stopped`,
          ...fact,
          error,
        })
        throw new Problem('instance.destroyFailed')
      })
      journal.write({ message: `Instance ${logId(row)} destroyed`, status: 'Success', ...fact })
    },

    async extend(id: string, { principal, address }: Caller): Promise<ContainerInfo> {
      await find(id)
      const row = await instances.extend(id, policy().extensionDuration * minuteMs)
      if (row === undefined) throw new Problem('instance.notRunning')
      const fact = { status: 'Success', name: principal.userName, address } as const
      journal.write({ message: `Instance ${logId(row)} extended`, ...fact })
      const { game_id: gameId, participation_id: participationId, challenge_id: challengeId } = row
      if (gameId !== null && participationId !== null && challengeId !== null)
        news.tell({ gameId, participationId, challengeId }, 'Running')
      return presentOwn(row)
    },

    log: async (id: string): Promise<InstanceLog> => ({ text: await lastLines(containers, await find(id)) }),

    async provider(): Promise<Provider> {
      const message = await complaint()
      const { queued, starting } = await instances.starts(new Date(clock.now()))
      const { kind, startsAtOnce: limit } = containers
      return { kind, working: message === null, message, queued, starting, limit }
    },
  }
}

export type Instances = ReturnType<typeof createInstances>
