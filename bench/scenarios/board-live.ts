import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createEvent } from '../event/create-event.ts'
import type { BenchEvent } from '../event/event.ts'
import { type EventSize, sizes } from '../event/size.ts'
import { loadEvent } from '../loader/load-event.ts'
import { mebibytes, milliseconds, percentile } from '../measure.ts'
import { metered } from '../metered.ts'
import { createPlayers } from '../players.ts'
import { withPostgres } from '../postgres.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import type { BoardJob, BoardResult } from '../workers/board-job.ts'
import { getRequest, postRequest } from '../workers/request.ts'
import { spawnWorker } from '../workers/worker.ts'

const everyMs = 50
const seconds = 20
/** Programs are translated while they run. */
const warmUpSeconds = 5
const lag = 'pennant_nodejs_eventloop_lag_max_seconds'
const nearlyDay = 82_800_000

type Board = { what: string; size: EventSize; blockedMs: number; ageMs: number }
const boards: readonly Board[] = [
  { what: 'L', size: sizes.L, blockedMs: 20, ageMs: 1_000 },
  { what: 'L+', size: sizes.LPlus, blockedMs: 50, ageMs: 3_000 },
]

/** Every solve still lowers its challenge's value, and so changes the lines of all who have solved it. */
const createLiveEvent = (size: EventSize): BenchEvent => {
  const now = Date.now()
  const event = createEvent({ size, start: now - nearlyDay })
  const everFalling = { originalScore: 10_000, difficulty: size.teams, deadline: null }
  return {
    ...event,
    challenges: event.challenges.map((challenge) => ({ ...challenge, ...everFalling })),
    submissions: event.submissions.filter(({ time }) => time < now),
  }
}

const measure = async (
  { what, size, blockedMs, ageMs }: Board,
  server: ServerProcess,
  database: string,
): Promise<Finding[]> => {
  const loaded = await loadEvent(database, createLiveEvent(size))
  const { gameId } = loaded
  const [player] = createPlayers(loaded).send(1, [server]).players
  if (player === undefined) throw new Error('no player')
  const all = player.right.map(({ path, flag, cookie }) => postRequest(path, { flag }, { cookie }))
  const perSecond = 1_000 / everyMs
  // From all over the list, so that all challenges are solved.
  const step = Math.floor(all.length / ((seconds + warmUpSeconds) * perSecond))
  const solves = all.filter((_, at) => at % step === 0)
  const job = {
    ...{ port: server.port, database, gameId, everyMs },
    read: getRequest(`/api/game/${gameId}/scoreboard`, { headers: { 'accept-encoding': 'gzip, br' } }),
  }
  const worker = spawnWorker<BoardJob, BoardResult>('board')
  try {
    await worker.do({ ...job, solves: solves.splice(0, warmUpSeconds * perSecond) })
    // Reading the figure resets it.
    await server.metric(lag)
    const idle = monitorEventLoopDelay()
    idle.enable()
    const { result, cpuMs } = await metered([server], () =>
      worker.do({ ...job, solves: solves.slice(0, seconds * perSecond) }),
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
