import { createRandom } from '../event/random.ts'
import { helloRate, leastRate, usualRate } from '../hello-rate.ts'
import { loadEvent } from '../loader/load-event.ts'
import type { LoadedEvent } from '../loader/loaded-event.ts'
import { median, milliseconds, percentile } from '../measure.ts'
import { metered } from '../metered.ts'
import { withPostgres } from '../postgres.ts'
import { createPlayers } from '../players.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import type { ReadJob, ReadResult } from '@pennant/load/read-job'
import { getRequest } from '@pennant/load/request'
import { spawnWorker, type Worker } from '@pennant/load/worker'

const connections = 64
const rounds = 3
const times = { warmUpMs: 1_000, measureMs: 4_000 }

/** Of fifty requests. */
const shares = { list: 31, board: 13, wrong: 5, right: 1 }
/** As many fifties as no round gets through. */
const fifties = 1_000

type Form = { what: string; headers: Record<string, string>; budget: number; stretch?: number }

const forms: readonly Form[] = [
  { what: 'lists uncompressed', headers: {}, budget: 3_000, stretch: 5_000 },
  { what: 'lists compressed', headers: { 'accept-encoding': 'gzip' }, budget: 2_500 },
]

type Setup = { server: ServerProcess; loaded: LoadedEvent; worker: Worker<ReadJob, ReadResult> }

const createLoad = ({ server: { site }, loaded }: Setup) => {
  const { gameId, event, cookie } = loaded
  const random = createRandom(1)
  const [{ wrong, right } = { wrong: [], right: [] }] = createPlayers(loaded).send(1, [site], {
    crowd: true,
  }).players
  const board = getRequest(`/api/game/${gameId}/scoreboard`, { headers: { 'accept-encoding': 'gzip' } })
  let given = 0

  /** Right answers that were given aren't given again. */
  return (headers: Record<string, string>): string[] => {
    const lists = event.users.map((_, user) =>
      getRequest(`/api/game/${gameId}/details`, { cookie: cookie(user, site), headers }),
    )
    const each = (count: number, request: (index: number) => string | undefined): string[] =>
      Array.from({ length: count * fifties }, (_, index) => request(index) ?? board)
    if (given + fifties > right.length) throw new Error('nothing is left to solve')
    const all = [
      ...each(shares.list, (index) => lists[index % lists.length]),
      ...each(shares.board, () => board),
      ...each(shares.wrong, (index) => wrong[index % wrong.length]),
      ...each(shares.right, () => right[given++]),
    ]
    return all
      .map((request) => ({ request, order: random.next() }))
      .toSorted((one, other) => one.order - other.order)
      .map(({ request }) => request)
  }
}

const play = async (
  { server, worker }: Setup,
  load: (headers: Record<string, string>) => string[],
  { what, headers, budget, stretch }: Form,
): Promise<Finding> => {
  const { site } = server
  const run = (): Promise<{ result: ReadResult; cpuMs: number }> =>
    metered([server], () =>
      worker.do({ site, connections, requests: load(headers), expected: 200, ...times }),
    )
  // Until the hot code is compiled.
  await run()
  const before = await helloRate()
  const measured: { result: ReadResult; cpuMs: number }[] = []
  for (let round = 0; round < rounds; round++) measured.push(await run())
  const hello = (before + (await helloRate())) / 2
  const rate = median(measured.map(({ result }) => result.perSecond))
  const p99 = median(measured.map(({ result }) => percentile(result.latencies, 0.99)))
  const cpuMs = median(measured.map((round) => round.cpuMs / round.result.answers))
  const scaled = (budget * hello) / usualRate
  const stretched = stretch === undefined ? '' : `, stretch ${((stretch * hello) / usualRate).toFixed(0)}`
  return {
    what,
    figure: `${rate.toFixed(0)} requests/s, p99 ${milliseconds(p99)}`,
    yardstick: `bare node:http ${Math.round(hello)} requests/s`,
    ratio: rate / scaled,
    budget: `at least ${scaled.toFixed(0)}${stretched} (${budget} at ${usualRate} requests/s)`,
    met: hello < leastRate ? null : rate >= scaled,
    cost: { value: 1000 * cpuMs, unit: 'µs' },
  }
}

export const mixed: Scenario = {
  name: 'mixed',
  says: `players of M over ${connections} connections: 62 % lists of challenges, 26 % scoreboard, 10 % wrong answers, 2 % right ones`,
  run: () =>
    withPostgres(({ url }) =>
      withServers({ database: url }, async ([server]) => {
        if (server === undefined) throw new Error('no server')
        const worker = spawnWorker<ReadJob, ReadResult>('read')
        try {
          const loaded = await loadEvent(url, createRunningEvent())
          const setup = { server, loaded, worker }
          const load = createLoad(setup)
          const found: Finding[] = []
          for (const form of forms) found.push(await play(setup, load, form))
          return found
        } finally {
          await worker.leave()
        }
      }),
    ),
}
