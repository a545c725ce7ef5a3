import { median, microseconds, percentile } from './measure.ts'
import { type Meter, metered } from './metered.ts'
import { withProxy } from './proxy.ts'
import { type Finding, ownWorkers } from './scenario.ts'
import type { ServerProcess } from './server-process.ts'
import type { Site } from '@pennant/load/address'
import type { BareAnswer, BareJob } from './workers/bare-child.ts'
import { type Answer, askFor, openConnection } from '@pennant/load/connection'
import type { ReadJob, ReadResult } from '@pennant/load/read-job'
import { spawnWorker, type Worker } from '@pennant/load/worker'

export const connections = 64
const rounds = 7
const warmUpMs = 150

export type Side = { site: Site; meters: readonly Meter[] }

export type Sides = {
  reader: Worker<ReadJob, ReadResult>
  ours: Side
  bare: Side & { prepare(answers: BareJob): Promise<unknown> }
}

type SideOptions = { servers: readonly ServerProcess[]; proxied: boolean }

export const withSides = async <T>(
  { servers, proxied }: SideOptions,
  work: (sides: Sides) => Promise<T>,
): Promise<T> => {
  const reader = spawnWorker<ReadJob, ReadResult>('read')
  const bares = servers.map(() => spawnWorker<BareJob, number>('bare', ownWorkers))
  const prepare = (answers: BareJob): Promise<number[]> => Promise.all(bares.map((bare) => bare.do(answers)))
  const run = (ours: Site, bare: Site): Promise<T> =>
    work({ reader, ours: { site: ours, meters: servers }, bare: { site: bare, meters: bares, prepare } })
  try {
    const own = servers.map(({ site }) => site)
    const bareSites = (await prepare([])).map((port): Site => ({ port, secure: false }))
    if (proxied)
      return await withProxy(own, (ours) => withProxy(bareSites, (bare) => run(ours.site, bare.site)))
    const [ours, bare] = [own[0], bareSites[0]]
    if (ours === undefined || bare === undefined) throw new Error('no server')
    return await run(ours, bare)
  } finally {
    for (const worker of [reader, ...bares]) await worker.leave()
  }
}

type Load = Pick<ReadJob, 'requests' | 'expected' | 'measureMs'>

type Round = ReadResult & { cpuMs: number }

export type Comparison = { ours: readonly Round[]; bare: readonly Round[] }

/** In turn, since the machine's speed drifts. */
export const compare = async ({ reader, ours, bare }: Sides, load: Load): Promise<Comparison> => {
  const round = async ({ site, meters }: Side): Promise<Round> => {
    const job = { ...load, site, connections, warmUpMs }
    const { result, cpuMs } = await metered(meters, () => reader.do(job))
    return { ...result, cpuMs: cpuMs / result.answers }
  }
  const all: { ours: Round[]; bare: Round[] } = { ours: [], bare: [] }
  for (let each = 0; each < rounds; each++) {
    all.bare.push(await round(bare))
    all.ours.push(await round(ours))
  }
  return all
}

export type Budgets = { rate: number; stretch?: number; p99?: number; extraCpuMs?: number }

export const findingsOf = (what: string, { ours, bare }: Comparison, budgets: Budgets): Finding[] => {
  const ratioOf = (figure: (one: Round) => number): number =>
    median(ours.map((one, each) => figure(one) / figure(bare[each] ?? one)))
  const rate = ratioOf(({ perSecond }) => perSecond)
  const tail = ratioOf(p99)
  const extraMs = cpuOf(ours) - cpuOf(bare)
  const { stretch, p99: mostTail, extraCpuMs: mostExtraMs } = budgets
  return [
    {
      what,
      figure: speedOf(ours),
      yardstick: `bare node:http ${speedOf(bare)}`,
      ratio: rate,
      budget: `at least ${budgets.rate} ×${stretch === undefined ? '' : `, stretch ${stretch} ×`}`,
      met: rate >= budgets.rate,
      cost: { value: 1000 * cpuOf(ours), unit: 'µs' },
    },
    {
      what: `${what}, p99`,
      figure: `${median(ours.map(p99)).toFixed(1)} ms`,
      yardstick: `bare node:http ${median(bare.map(p99)).toFixed(1)} ms`,
      ratio: tail,
      budget: mostTail === undefined ? 'none' : `under ${mostTail} ×`,
      met: mostTail === undefined ? null : tail < mostTail,
    },
    ...(mostExtraMs === undefined
      ? []
      : [
          {
            what: `${what}, processor time of an answer`,
            figure: `${microseconds(extraMs)} more than bare node:http`,
            budget: `at most ${microseconds(mostExtraMs)}`,
            met: extraMs <= mostExtraMs,
          },
        ]),
  ]
}

export const answerTo = async (site: Site, request: string): Promise<Answer> => {
  const connection = await openConnection(site, { keepBodies: true })
  const answer = await askFor(connection, request)
  connection.close()
  return answer
}

export const headerOf = ({ head }: Answer, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(head)?.[1]

/** Of the connection, or from the proxy. */
const notCopied = new Set(['connection', 'date', 'keep-alive', 'server', 'x-request-id'])

export const copyOf = (
  answer: Answer,
  isCopied = (name: string): boolean => !notCopied.has(name),
): BareAnswer => ({
  status: answer.status,
  headers: Object.fromEntries(
    [...answer.head.matchAll(/^([^:\r\n]+): (.*)\r$/gm)]
      .map(([, name = '', value = '']) => [name, value] as const)
      .filter(([name]) => isCopied(name.toLowerCase())),
  ),
  body: answer.bytes,
})

const p99 = ({ latencies }: Round): number => percentile(latencies, 0.99)

const speedOf = (all: readonly Round[]): string => {
  const rate = median(all.map(({ perSecond }) => perSecond))
  return `${rate.toFixed(0)} requests/s at ${microseconds(cpuOf(all))} of processor`
}

const cpuOf = (all: readonly Round[]): number => median(all.map(({ cpuMs }) => cpuMs))
