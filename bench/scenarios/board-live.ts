import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type EventSize, sizes } from '../event/size.ts'
import { createLiveBoard } from '../live-board.ts'
import { mebibytes, milliseconds, percentile } from '../measure.ts'
import { metered } from '../metered.ts'
import { withPostgres } from '../postgres.ts'
import { type Finding, ownWorkers, type Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import type { BoardJob, BoardResult } from '../workers/board-job.ts'
import { spawnWorker } from '@pennant/load/worker'

const everyMs = 50
const seconds = 20
/** Programs are translated while they run. */
const warmUpSeconds = 5
const lag = 'pennant_nodejs_eventloop_lag_max_seconds'

type Board = { what: string; size: EventSize; blockedMs: number; ageMs: number }
const boards: readonly Board[] = [
  { what: 'L', size: sizes.L, blockedMs: 20, ageMs: 1_000 },
  { what: 'L+', size: sizes.LPlus, blockedMs: 50, ageMs: 3_000 },
]

const measure = async (
  { what, size, blockedMs, ageMs }: Board,
  server: ServerProcess,
  database: string,
): Promise<Finding[]> => {
  const { job, take } = await createLiveBoard(database, size, server.site)
  const perSecond = 1_000 / everyMs
  const worker = spawnWorker<BoardJob, BoardResult>('board', ownWorkers)
  try {
    await worker.do({ ...job, everyMs, solves: take(warmUpSeconds * perSecond) })
    // Reading the figure resets it.
    await server.metric(lag)
    const idle = monitorEventLoopDelay()
    idle.enable()
    const { result, cpuMs } = await metered([server], () =>
      worker.do({ ...job, everyMs, solves: take(seconds * perSecond) }),
    )
    const blocked = 1_000 * (await server.metric(lag))
    idle.disable()
    const oldest = Math.max(...result.ages)
    const who = `${what}, ${perSecond} solves and ${perSecond} readers a second`
    return [
      {
        what: `${who}: event loop blocked at most`,
        figure: milliseconds(blocked),
        yardstick: `a process beside it that does nothing ${milliseconds(idle.max / 1e6)}`,
        ratio: blocked / (idle.max / 1e6),
        budget: `under ${milliseconds(blockedMs)}`,
        met: blocked < blockedMs,
      },
      {
        what: `${what}: age of what readers get (${mebibytes(result.bytes)})`,
        figure: `at most ${milliseconds(oldest)}, half under ${milliseconds(percentile(result.ages, 0.5))}`,
        budget: `under ${milliseconds(ageMs)}`,
        met: oldest < ageMs,
      },
      reported(`${what}: reads`, result.reads),
      reported(`${what}: submissions`, result.submissions),
      {
        what: `${what}: processor time of a second`,
        figure: milliseconds(cpuMs / seconds),
        budget: 'none',
        met: null,
        cost: { value: cpuMs / seconds, unit: 'ms' },
      },
    ]
  } finally {
    await worker.leave()
  }
}

const reported = (what: string, latencies: Float64Array): Finding => ({
  what,
  figure: `p99 ${milliseconds(percentile(latencies, 0.99))}, half within ${milliseconds(percentile(latencies, 0.5))}`,
  budget: 'none',
  met: null,
})

export const boardLive: Scenario = {
  name: 'board-live',
  says: 'a large board that is solved and read: event loop, age of what readers get, reads and submissions',
  run: () =>
    withPostgres(async ({ url }) => {
      const found: Finding[] = []
      for (const board of boards)
        await withServers({ database: url }, async ([server]) => {
          if (server === undefined) throw new Error('no server')
          found.push(...(await measure(board, server, url)))
        })
      return found
    }),
}
