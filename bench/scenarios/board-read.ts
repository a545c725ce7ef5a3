import { createEvent } from '../event/create-event.ts'
import { type EventSize, sizes } from '../event/size.ts'
import { loadEvent } from '../loader/load-event.ts'
import { median, microseconds, percentile } from '../measure.ts'
import { type Meter, metered } from '../metered.ts'
import { withPostgres } from '../postgres.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import type { BareJob } from '../workers/bare-child.ts'
import { type Answer, askFor, openConnection } from '../workers/connection.ts'
import type { ReadJob, ReadResult } from '../workers/read-job.ts'
import { getRequest } from '../workers/request.ts'
import { spawnWorker, type Worker } from '../workers/worker.ts'

const connections = 64
const rounds = 7
const warmUpMs = 150
const budgets = { rate: 0.8, p99: 4 }
const day = 86_400_000

type Form = { what: string; headers: Record<string, string>; conditional?: boolean; measureMs: number }

const forms = (measureMs: number): Form[] => [
  { what: 'plain', headers: {}, measureMs },
  { what: 'gzip', headers: { 'accept-encoding': 'gzip' }, measureMs: 400 },
  { what: 'br', headers: { 'accept-encoding': 'gzip, br' }, measureMs: 400 },
  { what: '304', headers: { 'accept-encoding': 'gzip, br' }, conditional: true, measureMs: 400 },
]

type Boards = { what: string; size: EventSize; plainMs: number }
const boards: readonly Boards[] = [
  { what: 'M', size: sizes.M, plainMs: 500 },
  { what: 'L', size: sizes.L, plainMs: 800 },
]

type Workers = { reader: Worker<ReadJob, ReadResult>; bare: Worker<BareJob, number> }

const once = async (port: number, request: string): Promise<Answer> => {
  const connection = await openConnection(port, { keepBodies: true })
  const answer = await askFor(connection, request)
  connection.close()
  return answer
}

const headerOf = ({ head }: Answer, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(head)?.[1]

const copyOf = (answer: Answer): BareJob => ({
  status: answer.status,
  headers: Object.fromEntries(
    ['content-type', 'content-encoding', 'content-length', 'etag', 'last-modified', 'cache-control', 'vary']
      .map((name) => [name, headerOf(answer, name)])
      .filter((pair): pair is [string, string] => pair[1] !== undefined),
  ),
  body: answer.bytes,
})

type Round = ReadResult & { cpuMs: number }

const compare = async (
  { reader, bare }: Workers,
  server: ServerProcess,
  path: string,
  board: string,
  form: Form,
): Promise<Finding[]> => {
  const full = getRequest(path, { headers: form.headers })
  const etag = headerOf(await once(server.port, full), 'etag') ?? ''
  const request =
    form.conditional === true
      ? getRequest(path, { headers: { ...form.headers, 'if-none-match': etag } })
      : full
  const copy = copyOf(await once(server.port, request))
  const barePort = await bare.do(copy)
  const round = async (meter: Meter, port: number): Promise<Round> => {
    const job = { connections, request, expected: copy.status, warmUpMs, measureMs: form.measureMs }
    const { result, cpuMs } = await metered([meter], () => reader.do({ ...job, port }))
    return { ...result, cpuMs: cpuMs / result.answers }
  }
  const ours: Round[] = []
  const theirs: Round[] = []
  for (let each = 0; each < rounds; each++) {
    theirs.push(await round(bare, barePort))
    ours.push(await round(server, server.port))
  }
  const ratioOf = (figure: (one: Round) => number): number =>
    median(ours.map((one, each) => figure(one) / figure(theirs[each] ?? one)))
  const rate = ratioOf(({ perSecond }) => perSecond)
  const tail = ratioOf(p99)
  return [
    {
      what: `${board} ${form.what} (${Math.ceil(copy.body.length / 1024)} KiB)`,
      figure: speedOf(ours),
      yardstick: `bare node:http ${speedOf(theirs)}`,
      ratio: rate,
      budget: `at least ${budgets.rate} ×`,
      met: rate >= budgets.rate,
      cost: { value: 1000 * cpuOf(ours), unit: 'µs' },
    },
    {
      what: `${board} ${form.what}, p99`,
      figure: `${median(ours.map(p99)).toFixed(1)} ms`,
      yardstick: `bare node:http ${median(theirs.map(p99)).toFixed(1)} ms`,
      ratio: tail,
      budget: `under ${budgets.p99} ×`,
      met: tail < budgets.p99,
    },
  ]
}

const p99 = ({ latencies }: Round): number => percentile(latencies, 0.99)

const speedOf = (all: readonly Round[]): string => {
  const rate = median(all.map(({ perSecond }) => perSecond))
  return `${rate.toFixed(0)} requests/s at ${microseconds(cpuOf(all))} of processor`
}

const cpuOf = (all: readonly Round[]): number => median(all.map(({ cpuMs }) => cpuMs))

export const boardRead: Scenario = {
  name: 'board-read',
  says: `GET scoreboard of M and L over ${connections} connections: plain, compressed, and conditional`,
  run: () =>
    withPostgres(({ url }) =>
      withServers({ database: url }, async ([server]) => {
        if (server === undefined) throw new Error('no server')
        const workers: Workers = { reader: spawnWorker('read'), bare: spawnWorker('bare') }
        try {
          const found: Finding[] = []
          for (const { what, size, plainMs } of boards) {
            // Over, so that the board does not change.
            const event = createEvent({ size, start: Date.now() - 2 * day })
            const { gameId } = await loadEvent(url, event)
            const path = `/api/game/${gameId}/scoreboard`
            for (const form of forms(plainMs))
              found.push(...(await compare(workers, server, path, what, form)))
          }
          return found
        } finally {
          await workers.reader.leave()
          await workers.bare.leave()
        }
      }),
    ),
}
