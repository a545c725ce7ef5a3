import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { withDataFolder } from '../data-folder.ts'
import { type Docker, withDocker } from '../docker.ts'
import { embeddedDatabase } from '../embedded-database.ts'
import { loadEvent } from '../loader/load-event.ts'
import type { LoadedEvent } from '../loader/loaded-event.ts'
import { model } from '../loader/people.ts'
import { median, milliseconds, percentile } from '../measure.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import type { BrowseJob, BrowseResult } from '@pennant/load/browse-job'
import { getRequest } from '@pennant/load/request'
import { spawnWorker, type Worker } from '@pennant/load/worker'

const starts = 100
const withinMs = 1_000
const visitors = 25
const everyMs = 250
const calmMs = 10_000
const beside = { atOnce: 4, starts }
const roundMs = 1_000
const budgets = { ratio: 2, slowestMs: 2_000 }
const echo = { name: 'registry.example/box:1', port: 80 }
const challenge = 1

type BrowseWorker = Worker<BrowseJob, BrowseResult>
type Setup = { server: ServerProcess; loaded: LoadedEvent; docker: Docker; worker: BrowseWorker; url: string }
type Outcome = { status: number; code: string; ms: number }
type Pages = { latencies: number[]; refused: string[] }

const cookieOf = ({ event, cookie }: LoadedEvent, team: number): string =>
  cookie(event.teams[team]?.members[0] ?? 0, { secure: false })

const begin = async ({ server, loaded }: Setup, team: number): Promise<Outcome> => {
  const path = `/api/game/${loaded.gameId}/container/${loaded.challengeId(challenge)}`
  const began = performance.now()
  const answer = await fetch(server.origin + path, {
    method: 'POST',
    headers: { cookie: cookieOf(loaded, team) },
  })
  const { code = '' } = (await answer.json()) as { code?: string }
  return { status: answer.status, code, ms: performance.now() - began }
}

const browseUntil = async ({ server, loaded, worker }: Setup, end: Promise<unknown>): Promise<Pages> => {
  const headers = { 'accept-encoding': 'gzip' }
  const browsing = Array.from({ length: visitors }, (_, index) => {
    const cookie = cookieOf(loaded, starts + index)
    const paths = [`/api/game/${loaded.gameId}/scoreboard`, `/api/game/${loaded.gameId}/details`]
    return { site: server.site, requests: paths.map((path) => getRequest(path, { cookie, headers })) }
  })
  const pages: Pages = { latencies: [], refused: [] }
  let over = false
  const ended = end.finally(() => (over = true))
  while (!over) {
    const { latencies, refused } = await worker.do({ visitors: browsing, everyMs, forMs: roundMs })
    pages.latencies.push(...latencies)
    pages.refused.push(...refused)
  }
  await ended
  return pages
}

const startBeside = async ({ docker }: Setup): Promise<void> => {
  let left = beside.starts
  const worker = async (): Promise<void> => {
    while (left-- > 0) await docker.start()
  }
  await Promise.all(Array.from({ length: beside.atOnce }, worker))
}

const astray = async ({ docker, url }: Setup): Promise<number> => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ runtime_id: string | null }>('select runtime_id from container')
  await client.end()
  const written = rows.map(({ runtime_id }) => runtime_id ?? '')
  const found = await docker.containers()
  const onlyIn = (some: readonly string[], others: readonly string[]): number => {
    const known = new Set(others)
    return some.filter((one) => !known.has(one)).length
  }
  return onlyIn(written, found) + onlyIn(found, written)
}

const measure = async (setup: Setup): Promise<Finding[]> => {
  await browseUntil(setup, wait(roundMs))
  const calm = await browseUntil(setup, wait(calmMs))
  const other = await browseUntil(setup, startBeside(setup))
  await setup.docker.clear()

  const began = performance.now()
  const all = Promise.all(
    Array.from({ length: starts }, async (_, team) => {
      await wait((team * withinMs) / starts)
      return begin(setup, team)
    }),
  )
  const busy = await browseUntil(setup, all)
  const outcomes = await all
  const tookMs = performance.now() - began
  return [
    ...findingsOfStarts(outcomes, tookMs, await astray(setup)),
    ...findingsOfPages({ calm, other, busy }),
  ]
}

const findingsOfStarts = (outcomes: readonly Outcome[], tookMs: number, left: number): Finding[] => {
  const served = outcomes.filter(({ status }) => status === 200)
  const refused = outcomes.filter(({ status, code }) => status === 400 && code.startsWith('instance.'))
  const half = median(served.map(({ ms }) => ms))
  return [
    {
      what: `${starts} starts within a second`,
      figure: `${served.length} served and ${refused.length} refused in ${milliseconds(tookMs)}, half of them after ${milliseconds(half)}`,
      budget: 'all served or clearly refused',
      met: served.length + refused.length === starts,
    },
    {
      what: 'containers and rows without each other afterward',
      figure: String(left),
      budget: 'none',
      met: left === 0,
    },
  ]
}

const findingsOfPages = ({ calm, other, busy }: Record<'calm' | 'other' | 'busy', Pages>): Finding[] => {
  const p99 = ({ latencies }: Pages): number => percentile(latencies, 0.99)
  const slowest = busy.latencies.reduce((most, one) => Math.max(most, one), 0)
  const failures = [calm, other, busy].flatMap(({ refused }) => refused)
  const ratio = p99(busy) / p99(other)
  return [
    {
      what: `p99 of ${busy.latencies.length} pages meanwhile`,
      figure: milliseconds(p99(busy)),
      yardstick: `while someone else starts containers there ${milliseconds(p99(other))}`,
      ratio,
      budget: `under ${budgets.ratio} ×`,
      met: ratio < budgets.ratio,
    },
    {
      what: 'the same pages while nothing starts',
      figure: milliseconds(p99(calm)),
      budget: 'none',
      met: null,
    },
    {
      what: 'the slowest page meanwhile',
      figure: `${milliseconds(slowest)}, ${failures.length} not answered with 200${failures.length > 0 ? ` (${failures[0]})` : ''}`,
      budget: `under ${milliseconds(budgets.slowestMs)}`,
      met: slowest < budgets.slowestMs && failures.length === 0,
    },
  ]
}

const settingsFor = ({ uri }: Docker): Record<string, string> => ({
  PENNANT_ADMIN_PASSWORD: model.password,
  PENNANT_CONTAINER_PROVIDER__TYPE: 'Docker',
  PENNANT_CONTAINER_PROVIDER__DOCKER_CONFIG__URI: uri,
  PENNANT_CONTAINER_PROVIDER__PORT_MAPPING_TYPE: 'PlatformProxy',
})

export const instanceChurn: Scenario = {
  name: 'instance-churn',
  says: 'a hundred teams start an instance in the same second, and others read the board and the details meanwhile',
  run: () =>
    withDocker(echo, (docker) =>
      withDataFolder(async (data) => {
        const server = await startServer(data, settingsFor(docker))
        const worker: BrowseWorker = spawnWorker('browse')
        try {
          const { url } = await embeddedDatabase(data)
          const loaded = await loadEvent(url, createRunningEvent())
          return await measure({ server, loaded, docker, worker, url })
        } finally {
          await worker.leave()
          await server.stop()
        }
      }),
    ),
}
