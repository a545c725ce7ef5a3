import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { BareJob } from '../crew/bare-job.ts'
import type { BrowseJob, BrowseResult } from '../crew/browse-job.ts'
import { hire, type Hand } from '../crew/hire.ts'
import { getRequest } from '../crew/request.ts'
import { withDataFolder } from '../data-folder.ts'
import { type Docker, withDocker } from '../docker.ts'
import { embeddedDatabase } from '../embedded-database.ts'
import { loadEvent } from '../loader/load-event.ts'
import type { LoadedEvent } from '../loader/loaded-event.ts'
import { model } from '../loader/model.ts'
import { milliseconds, percentile } from '../measure.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import { type ServerProcess, startServer } from '../server-process.ts'

const starts = 100
const withinMs = 1_000
const visitors = 25
/** Together they ask for 100 pages a second. */
const everyMs = 250
const calmMs = 15_000
const roundMs = 1_000
const budgets = { ratio: 2, slowestMs: 2_000 }
/** What the loader writes into every other challenge. */
const echo = { name: 'registry.example/box:1', port: 80 }
const challenge = 1

type Crew = { pages: Hand<BrowseJob, BrowseResult>; bare: Hand<BareJob, number> }
type Place = { server: ServerProcess; loaded: LoadedEvent; docker: Docker; crew: Crew; url: string }
type Outcome = { status: number; code: string; ms: number }
type Pages = { own: number[]; bare: number[]; refused: string[] }

const cookieOf = ({ event, cookie }: LoadedEvent, team: number): string =>
  cookie(event.teams[team]?.members[0] ?? 0)

const begin = async ({ server, loaded }: Place, team: number): Promise<Outcome> => {
  const path = `/api/game/${loaded.gameId}/container/${loaded.challengeId(challenge)}`
  const began = performance.now()
  const answer = await fetch(server.origin + path, {
    method: 'POST',
    headers: { cookie: cookieOf(loaded, team) },
  })
  const { code = '' } = (await answer.json()) as { code?: string }
  return { status: answer.status, code, ms: performance.now() - began }
}

/** The board and the details, of the server and of one that thinks of nothing, one after the other second. */
const browse = async ({ server, loaded, crew }: Place, barePort: number, pages: Pages): Promise<void> => {
  const headers = { 'accept-encoding': 'gzip' }
  const crowd = (port: number): BrowseJob['visitors'] =>
    Array.from({ length: visitors }, (_, place) => {
      const cookie = cookieOf(loaded, starts + place)
      const paths = [`/api/game/${loaded.gameId}/scoreboard`, `/api/game/${loaded.gameId}/details`]
      return { port, requests: paths.map((path) => getRequest(path, { cookie, headers })) }
    })
  const pace = { everyMs, forMs: roundMs }
  const own = await crew.pages.do({ visitors: crowd(server.port), ...pace })
  pages.own.push(...own.latencies)
  pages.refused.push(...own.refused)
  const bare = await crew.pages.do({ visitors: crowd(barePort), ...pace, forMs: roundMs / 4 })
  pages.bare.push(...bare.latencies)
}

const openPages = (): Pages => ({ own: [], bare: [], refused: [] })

/** The bare server answers what the server answers to the details, byte for byte. */
const hireBare = async ({ server, loaded, crew }: Place): Promise<number> => {
  const answer = await fetch(`${server.origin}/api/game/${loaded.gameId}/details`, {
    headers: { cookie: cookieOf(loaded, starts) },
  })
  const body = new Uint8Array(await answer.arrayBuffer())
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  return crew.bare.do({ status: 200, headers, body })
}

/** Containers without a row, and rows without a container. */
const astray = async ({ docker, url }: Place): Promise<number> => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ runtime_id: string | null }>('select runtime_id from container')
  await client.end()
  const written = new Set(rows.map(({ runtime_id }) => runtime_id ?? ''))
  const found = new Set(await docker.containers())
  return written.symmetricDifference(found).size
}

const measure = async (place: Place): Promise<Finding[]> => {
  const barePort = await hireBare(place)
  await browse(place, barePort, openPages())
  const calm = openPages()
  for (const until = performance.now() + calmMs; performance.now() < until; )
    await browse(place, barePort, calm)

  const busy = openPages()
  let over = false
  const began = performance.now()
  const all = Promise.all(
    Array.from({ length: starts }, async (_, team) => {
      await wait((team * withinMs) / starts)
      return begin(place, team)
    }),
  ).finally(() => (over = true))
  while (!over) await browse(place, barePort, busy)
  const outcomes = await all
  const tookMs = performance.now() - began
  return findingsOf({ calm, busy, outcomes, tookMs, left: await astray(place) })
}

type Measured = { calm: Pages; busy: Pages; outcomes: Outcome[]; tookMs: number; left: number }

const findingsOf = ({ calm, busy, outcomes, tookMs, left }: Measured): Finding[] => {
  const p99 = (latencies: readonly number[]): number => percentile(latencies, 0.99)
  const served = outcomes.filter(({ status }) => status === 200)
  const refused = outcomes.filter(({ status, code }) => status === 400 && code.startsWith('instance.'))
  const slowest = busy.own.reduce((most, one) => Math.max(most, one), 0)
  const failures = [...calm.refused, ...busy.refused]
  const ratio = p99(busy.own) / p99(calm.own)
  const machine = p99(busy.bare) / p99(calm.bare)
  return [
    {
      what: `${starts} starts within a second`,
      figure: `${served.length} served and ${refused.length} refused in ${milliseconds(tookMs)}, each after ${milliseconds(
        percentile(
          served.map(({ ms }) => ms),
          0.5,
        ),
      )} in the middle`,
      budget: 'all served or clearly refused',
      met: served.length + refused.length === starts,
    },
    {
      what: 'containers and rows without each other afterwards',
      figure: String(left),
      budget: 'none',
      met: left === 0,
    },
    {
      what: `p99 of ${busy.own.length} pages meanwhile (of a bare server: ${machine.toFixed(2)} ×)`,
      figure: milliseconds(p99(busy.own)),
      yardstick: `without starts ${milliseconds(p99(calm.own))}`,
      ratio,
      budget: `under ${budgets.ratio} ×`,
      met: ratio < budgets.ratio,
    },
    {
      what: 'the slowest of them',
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
        const crew: Crew = { pages: hire('browse'), bare: hire('bare') }
        try {
          const { url } = await embeddedDatabase(data)
          const loaded = await loadEvent(url, createRunningEvent())
          return await measure({ server, loaded, docker, crew, url })
        } finally {
          for (const hand of Object.values(crew)) await hand.leave()
          await server.stop()
        }
      }),
    ),
}
