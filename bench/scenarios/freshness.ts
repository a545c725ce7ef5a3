import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isFrozen } from '../loader/freeze.ts'
import { loadEvent } from '../loader/load-event.ts'
import { milliseconds, percentile } from '../measure.ts'
import { metered } from '../metered.ts'
import { createPlayers } from '../players.ts'
import { withPostgres } from '../postgres.ts'
import { withRedis } from '../redis.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import { solveSteadily, type SolveSetup } from '../solve-steadily.ts'
import type { ListenJob, ListenResult } from '@pennant/load/listen-child'
import { spawnWorker } from '@pennant/load/worker'

const boards = 2_000
const listeners = 2
const pace = { solves: 40, everyMs: 200 }
const budgetMs = 1_000

const measure = async (setup: SolveSetup, servers: readonly ServerProcess[]): Promise<Finding[]> => {
  const workers = Array.from({ length: listeners }, () => spawnWorker<ListenJob, ListenResult>('listen'))
  try {
    const sites = servers.map(({ site }) => site)
    const { gameId } = setup.loaded
    const count = boards / listeners
    for (const worker of workers) await worker.do({ kind: 'open', sites, gameId, first: 0, count })
    const { result: made, cpuMs } = await metered(servers, async () => {
      const all = await solveSteadily(setup, sites, pace)
      await wait(budgetMs)
      return all
    })
    const delays: number[] = []
    for (const worker of workers)
      for (const delay of await worker.do({ kind: 'report', solves: made })) delays.push(delay)
    const p99 = percentile(delays, 0.99)
    const { length } = servers
    const who = `${boards} boards, ${pace.solves} solves, ${length} process${length > 1 ? 'es' : ''}`
    const heard = delays.filter(Number.isFinite).length
    const silent: Finding = {
      what: `${who}, messages about a solve while a freeze is in force`,
      figure: String(heard),
      budget: 'none may be sent',
      met: heard === 0,
    }
    const fresh: Finding = {
      what: who,
      figure: `p99 ${milliseconds(p99)}, half within ${milliseconds(percentile(delays, 0.5))}, all within ${milliseconds(percentile(delays, 1))}`,
      budget: `p99 under ${milliseconds(budgetMs)}`,
      met: p99 < budgetMs,
    }
    const cost: Finding = {
      what: `${who}, processor time of a solve`,
      figure: milliseconds(cpuMs / pace.solves),
      budget: 'none',
      met: null,
      cost: { value: cpuMs / pace.solves, unit: 'ms' },
    }
    return [isFrozen() ? silent : fresh, cost]
  } finally {
    for (const worker of workers) await worker.leave()
  }
}

export const freshness: Scenario = {
  name: 'freshness',
  says: 'from a right answer to the moment when connected boards know that there is a new version, in M',
  run: () =>
    withPostgres(async ({ url }) => {
      const database = new pg.Client(url)
      try {
        const found: Finding[] = []
        let setup: SolveSetup | undefined
        await withServers({ database: url }, async (servers) => {
          await database.connect()
          const loaded = await loadEvent(url, createRunningEvent())
          setup = { loaded, players: createPlayers(loaded), database }
          found.push(...(await measure(setup, servers)))
        })
        await withRedis((redis) =>
          withServers({ count: 2, database: url, redis }, async (servers) => {
            if (setup !== undefined) found.push(...(await measure(setup, servers)))
          }),
        )
        return found
      } finally {
        await database.end()
      }
    }),
}
