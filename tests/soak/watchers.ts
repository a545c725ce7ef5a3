import type { FollowJob, Followed } from '@pennant/load/follow-child'
import { askFor, openConnection } from '@pennant/load/connection'
import type { ReadJob, ReadResult } from '@pennant/load/read-job'
import { getRequest } from '@pennant/load/request'
import { moment } from '@pennant/load/clock'
import type { Site } from '@pennant/load/address'
import { spawnWorker, type Worker } from '@pennant/load/worker'
import { onTestFinished } from 'vitest'
import { percentile } from '../../bench/measure.ts'

/** As built, since workers are processes of their own. */
const built = new URL('../../packages/load/dist/', import.meta.url).href
const workers = 2

export const spawnReader = (): Worker<ReadJob, ReadResult> => {
  const reader = spawnWorker<ReadJob, ReadResult>('read', built)
  onTestFinished(() => reader.leave())
  return reader
}

export type Watchers = {
  /** In milliseconds, until 99 % of the boards showed what one of the processes had when this was last called. */
  sinceLast(): Promise<number>
  reconnect(count: number): Promise<void>
  leave(): Promise<void>
}

type Options = { sites: readonly Site[]; gameId: number; count: number; first: number }

/** Each keeps a board up to date as the client does, by what has changed. */
export const openWatchers = async ({ sites, gameId, count, first }: Options): Promise<Watchers> => {
  const all = Array.from({ length: workers }, () => spawnWorker<FollowJob, Followed>('follow', built))
  let isOver = false
  const leave = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    for (const worker of all) await worker.leave()
  }
  onTestFinished(leave)
  const each = count / workers
  for (const [index, worker] of all.entries())
    await worker.do({
      kind: 'open',
      ...{ sites, gameId, changes: true },
      ...{ count: each, first: first + index * each },
    })
  let last = await versionAt(sites[0], gameId)
  return {
    async sinceLast() {
      const delays: number[] = []
      for (const worker of all) {
        delays.push(...(await worker.do({ kind: 'report', solves: [last] })).delays)
        await worker.do({ kind: 'forget' })
      }
      last = await versionAt(sites[0], gameId)
      return Math.max(0, percentile(delays, 0.99))
    },
    async reconnect(of) {
      for (const worker of all) await worker.do({ kind: 'reconnect', count: Math.ceil(of / workers) })
    },
    leave,
  }
}

const versionAt = async (
  site: Site | undefined,
  gameId: number,
): Promise<{ version: number; sentAt: number }> => {
  if (site === undefined) throw new Error('no server')
  const connection = await openConnection(site)
  const { head } = await askFor(connection, getRequest(`/api/game/${gameId}/scoreboard`))
  connection.close()
  const [, version = ''] = /\r\netag: W\/"\d+-[0-9A-F]+-([0-9A-F]+)/i.exec(head) ?? []
  return { version: Number.parseInt(version, 16), sentAt: moment() }
}
