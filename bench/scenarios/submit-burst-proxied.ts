import pg from 'pg'
import { exactlyOnce } from '../exactly-once.ts'
import { watchFastPath } from '../fast-path.ts'
import { loadEvent } from '../loader/load-event.ts'
import { median, microseconds, percentile } from '../measure.ts'
import { createPlayers } from '../players.ts'
import { withPostgres } from '../postgres.ts'
import { type Proxy, withProxy } from '../proxy.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import type { Site } from '@pennant/load/address'
import { type Submitting, submitRound, type SubmitRound, warmUpSubmitting } from '../submit-round.ts'
import type { SubmitJob, SubmitResult } from '@pennant/load/submit-job'
import { spawnWorker } from '@pennant/load/worker'

const counts = [32, 256]
const rounds = 5
const budgets = { rate: 0.6, extraCpuMs: 0.015 }

type Ways = { direct: Site; proxied: Site }

const burst = async (setup: Submitting, ways: Ways, count: number): Promise<Finding[]> => {
  const direct: SubmitRound[] = []
  const proxied: SubmitRound[] = []
  for (let round = 0; round < rounds; round++) {
    direct.push(await submitRound(setup, { count, sites: [ways.direct], crowd: true }))
    proxied.push(await submitRound(setup, { count, sites: [ways.proxied], crowd: true }))
  }
  const ratio = median(proxied.map((one, round) => one.perSecond / (direct[round]?.perSecond ?? Number.NaN)))
  const extraMs = median(proxied.map(cpuOf)) - median(direct.map(cpuOf))
  return [
    {
      what: `${count} players`,
      figure: speedOf(proxied),
      yardstick: `direct ${speedOf(direct)}`,
      ratio,
      budget: `at least ${budgets.rate} ×`,
      met: ratio >= budgets.rate,
    },
    {
      what: `${count} players, processor time of server and database for an answer`,
      figure: microseconds(median(proxied.map(cpuOf))),
      yardstick: `direct ${microseconds(median(direct.map(cpuOf)))}`,
      ratio: median(proxied.map(cpuOf)) / median(direct.map(cpuOf)),
      budget: `at most ${microseconds(budgets.extraCpuMs)} more`,
      met: extraMs <= budgets.extraCpuMs,
      cost: { value: 1000 * median(proxied.map(cpuOf)), unit: 'µs' },
    },
  ]
}

const cpuOf = ({ serverMs, databaseMs }: SubmitRound): number => serverMs + databaseMs

const speedOf = (all: readonly SubmitRound[]): string => {
  const rate = median(all.map(({ perSecond }) => perSecond))
  const p99 = median(all.map(({ latencies }) => percentile(latencies, 0.99)))
  return `${rate.toFixed(0)} answers/s, p99 ${p99.toFixed(0)} ms`
}

export const submitBurstProxied: Scenario = {
  name: 'submit-burst-proxied',
  says: 'the same through nginx, counted and limited, by all players of M in turn',
  run: () =>
    withPostgres((postgres) =>
      withServers({ database: postgres.url, limited: true }, (servers) =>
        withProxy(
          servers.map(({ site }) => site),
          async (proxy) => {
            const worker = spawnWorker<SubmitJob, SubmitResult>('submit')
            const database = new pg.Client(postgres.url)
            await database.connect()
            try {
              const newEvent = async () => {
                const loaded = await loadEvent(postgres.url, createRunningEvent())
                return { loaded, players: createPlayers(loaded) }
              }
              await warmUpSubmitting({ ...(await newEvent()), worker }, [proxy.site], { crowd: true })
              const { loaded, players } = await newEvent()
              const fastPath = await watchFastPath(servers)
              const found: Finding[] = []
              const setup = { postgres, players, worker, servers }
              for (const count of counts) found.push(...(await burst(setup, waysTo(servers, proxy), count)))
              const sites = [proxy.site]
              found.push(await exactlyOnce({ who: 'through nginx', database, loaded, players, sites }))
              return [...found, await fastPath('all')]
            } finally {
              await database.end()
              await worker.leave()
            }
          },
        ),
      ),
    ),
}

const waysTo = ([server]: readonly ServerProcess[], proxy: Proxy): Ways => {
  if (server === undefined) throw new Error('no server')
  return { direct: server.site, proxied: proxy.site }
}
