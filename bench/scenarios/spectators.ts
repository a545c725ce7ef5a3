import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { followBoards } from '../follow-boards.ts'
import { loadEvent } from '../loader/load-event.ts'
import { milliseconds, percentile } from '../measure.ts'
import { createPlayers } from '../players.ts'
import { withPostgres } from '../postgres.ts'
import { withProxy } from '../proxy.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import type { Site } from '@pennant/load/address'
import { solveSteadily, type SolveSetup } from '../solve-steadily.ts'
import type { ListenJob, ListenResult } from '@pennant/load/listen-child'
import { spawnWorker } from '@pennant/load/worker'

const people = 10_000
const listeners = 4
const pace = { solves: 50, everyMs: 200 }
const kibibyte = 1_024
const budgets = { p99Ms: 1_500, bytesEach: 12 * kibibyte }

const watch = async (setup: SolveSetup, server: ServerProcess, site: Site): Promise<Finding[]> => {
  const workers = Array.from({ length: listeners }, () => spawnWorker<ListenJob, ListenResult>('listen'))
  try {
    // So that what a first solve needs isn't put down to the connections.
    await solveSteadily(setup, [site], { solves: 1, everyMs: 0 })
    await wait(2_000)
    const before = await server.residentBytes()
    const count = people / listeners
    for (const [index, worker] of workers.entries())
      await worker.do({
        kind: 'open',
        sites: [site],
        gameId: setup.loaded.gameId,
        first: index * count,
        count,
      })
    await wait(2_000)
    const each = ((await server.residentBytes()) - before) / people
    const made = await solveSteadily(setup, [site], pace)
    await wait(budgets.p99Ms)
    const delays: number[] = []
    for (const worker of workers)
      for (const delay of await worker.do({ kind: 'report', solves: made })) delays.push(delay)
    const p99 = percentile(delays, 0.99)
    return [
      {
        what: `${people} spectators, ${pace.solves} solves, ${1000 / pace.everyMs} a second`,
        figure: `p99 ${milliseconds(p99)}, half within ${milliseconds(percentile(delays, 0.5))}, all within ${milliseconds(percentile(delays, 1))}`,
        budget: `p99 under ${milliseconds(budgets.p99Ms)}`,
        met: p99 < budgets.p99Ms,
      },
      {
        what: 'resident memory of the server for each of them',
        figure: `${(each / kibibyte).toFixed(1)} KiB`,
        budget: `at most ${budgets.bytesEach / kibibyte} KiB`,
        met: each <= budgets.bytesEach,
        cost: { value: each / kibibyte, unit: 'KiB' },
      },
    ]
  } finally {
    for (const worker of workers) await worker.leave()
  }
}

const setupOn = async (url: string, use: (setup: SolveSetup) => Promise<Finding[]>): Promise<Finding[]> => {
  const database = new pg.Client(url)
  await database.connect()
  try {
    const loaded = await loadEvent(url, createRunningEvent())
    return await use({ loaded, players: createPlayers(loaded), database })
  } finally {
    await database.end()
  }
}

const listening = (): Promise<Finding[]> =>
  withPostgres(({ url }) =>
    withServers({ database: url, limited: true }, (servers) =>
      withProxy(
        servers.map(({ site }) => site),
        async ({ site }) => {
          const [server] = servers
          if (server === undefined) throw new Error('no server')
          return setupOn(url, (setup) => watch(setup, server, site))
        },
      ),
    ),
  )

const following = (): Promise<Finding[]> =>
  withPostgres(({ url }) =>
    withServers({ database: url }, ([server]) => {
      if (server === undefined) throw new Error('no server')
      return setupOn(url, async (setup) => [
        ...(await followBoards(setup, server, true)),
        ...(await followBoards(setup, server, false)),
      ])
    }),
  )

export const spectators: Scenario = {
  name: 'spectators',
  says:
    'without login, ten thousand hear of the scoreboard of M through nginx while it changes, and two thousand keep ' +
    'theirs up to date',
  run: async () => [...(await following()), ...(await listening())],
}
