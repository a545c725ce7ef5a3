import type { RehearsalFigures, RehearsalSize, ServerFigures, ServerSample } from './figures.ts'
import {
  limitOfPages,
  type Measure,
  shareOfGenerator,
  shareOfInstances,
  shareOfLine,
  shortfallsOf,
} from './verdict.ts'

/** In the order in which they are looked for where something is slow: each hides those after it. */
export type Cause =
  | 'generator.processor'
  | 'generator.line'
  | 'proxy.slow'
  | 'proxy.connections'
  | 'proxy.lost'
  | 'processor'
  | 'hashing'
  | 'database.pool'
  | 'database.commit'
  | 'redis'
  | 'storage'
  | 'provider.quota'
  | 'provider.slow'
  | 'limits'

export type Bottleneck = {
  cause: Cause
  value: number
  limit: number
  series: readonly { atMs: number; value: number }[]
  teams: number
}

/** `holds`: the guess, as a part of the size that was played. */
type Candidate = {
  cause: Cause
  value: number
  limit: number
  read?: (sample: ServerSample) => number | null
  holds?: number
}

// Below it, nobody waits, and shares of the waiting say nothing.
const noticeableMs = limitOfPages / 5
const shareOfProxy = 0.7
/** Of requests that open a connection of their own. */
const shareOfConnections = 0.8
/** A few are lost where a server process is stopped. */
const shareOfLost = 0.01
const loopDelayMs = 100
const hashWaitMs = 1000
const shareOfPool = 0.2
/** Of one of the queries of a request. */
const shareOfQuery = 0.1
const commitMs = 20
const redisMs = 50
const storageMs = 500
const providerMs = 3_000
/** What takes less of a slow request isn't why it is slow. A request waits for several turns of the loop. */
const shareOfLoop = 0.2
const shareOfCause = 0.1
const shareOfHashing = 0.5

export const bottleneckOf = (
  { teams }: RehearsalSize,
  figures: RehearsalFigures,
  server: ServerFigures,
): Bottleneck | null => {
  const outside = outsideOf(figures, server)
  const slow = slowOf(figures, server)
  const refused = refusedOf(figures, server)
  // What keeps it from green comes before what is near its limit.
  const isSlow = shortfallsOf(figures).some(({ measure }) => waits.has(measure))
  const candidates = isSlow ? [...outside, ...slow, ...refused] : [...outside, ...refused, ...slow]
  const found = candidates.find(({ value, limit }) => value > limit)
  if (found === undefined) return null
  const { cause, value, limit, read = () => null, holds = limit / value } = found
  return {
    cause,
    value,
    limit,
    series: server.samples.flatMap((sample) => {
      const one = read(sample)
      return one === null ? [] : [{ atMs: sample.atMs, value: one }]
    }),
    teams: roundedDown(teams * Math.min(1, holds)),
  }
}

const waits: ReadonlySet<Measure> = new Set(['pages', 'submissions', 'news'])

const heldOf = ({ pages }: RehearsalFigures): number =>
  pages === null || pages.p99Ms < limitOfPages ? 1 : limitOfPages / pages.p99Ms

/** Between the players and the server. */
const outsideOf = (figures: RehearsalFigures, server: ServerFigures): readonly Candidate[] => {
  const { generator, answers } = figures
  const clientMs = figures.pages?.p99Ms ?? 0
  const holds = heldOf(figures)
  return [
    { cause: 'generator.processor', value: generator.processor, limit: shareOfGenerator },
    { cause: 'generator.line', value: generator.line, limit: shareOfLine },
    {
      cause: 'proxy.slow',
      value: clientMs < noticeableMs ? 0 : (clientMs - (server.pagesP99Ms ?? clientMs)) / clientMs,
      limit: shareOfProxy,
      holds,
    },
    {
      cause: 'proxy.connections',
      value: server.requests === 0 ? 0 : server.connections / server.requests,
      limit: shareOfConnections,
      holds,
    },
    { cause: 'proxy.lost', value: shareOf(answers.lost, answers.requests), limit: shareOfLost },
  ]
}

/** What requests wait for in the server. */
const slowOf = (figures: RehearsalFigures, { samples }: ServerFigures): readonly Candidate[] => {
  const pagesMs = figures.pages?.p99Ms ?? 0
  const slowestMs = Math.max(pagesMs, figures.submissions?.p99Ms ?? 0)
  const isNoticed = slowestMs >= noticeableMs
  const least = (share: number): number => (isNoticed ? slowestMs * share : 0)
  const worst = (
    cause: Cause,
    limit: number,
    read: NonNullable<Candidate['read']>,
    share = shareOfCause,
  ): Candidate => {
    const value = percentile(samples.flatMap((sample) => read(sample) ?? []))
    return { cause, value: value < least(share) ? 0 : value, limit, read }
  }
  // Whatever is measured beside a loop that is late seems to be late, too.
  const apart =
    (read: (sample: ServerSample) => number | null) =>
    (sample: ServerSample): number | null => {
      const value = read(sample)
      return value === null ? null : Math.max(0, value - sample.loopDelayMs)
    }
  // Logins are few among the pages, so they may all be slower than those.
  const hashLimit = pagesMs < noticeableMs ? hashWaitMs : Math.min(hashWaitMs, pagesMs * shareOfHashing)
  return [
    worst('processor', loopDelayMs, (sample) => sample.loopDelayMs, shareOfLoop),
    worst('hashing', hashLimit, (sample) => sample.hashWaitMs),
    poolOf(samples, isNoticed ? slowestMs : null),
    worst(
      'database.commit',
      commitMs,
      apart((sample) => sample.commitMs),
    ),
    worst(
      'redis',
      redisMs,
      apart((sample) => sample.redisMs),
    ),
    worst(
      'storage',
      storageMs,
      apart((sample) => sample.storageMs),
    ),
  ]
}

/** `slowestMs`: null where nothing is slow. */
const poolOf = (samples: readonly ServerSample[], slowestMs: number | null): Candidate => {
  const waitedMs = samples.flatMap(({ poolWaitMs }) => poolWaitMs ?? [])
  const read = ({ poolWaiting }: ServerSample): number => poolWaiting
  if (slowestMs !== null && waitedMs.length > 0) {
    const value = Math.min(1, percentile(waitedMs) / slowestMs)
    return { cause: 'database.pool', value, limit: shareOfQuery, read }
  }
  const value = share(samples, ({ poolWaiting }) => poolWaiting > 0)
  return { cause: 'database.pool', value, limit: shareOfPool, read }
}

const refusedOf = (
  { answers, instances }: RehearsalFigures,
  { samples }: ServerFigures,
): readonly Candidate[] => [
  {
    cause: 'provider.quota',
    value: instances?.refusedForQuota ?? 0,
    limit: 0,
    read: ({ providerMs: ms }) => ms,
    holds: shareOf(instances?.within180s ?? 0, instances?.asked ?? 0),
  },
  lateInstances(instances, samples),
  {
    cause: 'limits',
    value: answers.refused,
    limit: 0,
    holds: 1 - shareOf(answers.refused, answers.requests),
  },
]

/** It may be slow by itself, or have too few places for all that wait. */
const lateInstances = (
  instances: RehearsalFigures['instances'],
  samples: readonly ServerSample[],
): Candidate => {
  const read = ({ providerMs: ms }: ServerSample): number | null => ms
  const inTime = instances === null || instances.asked === 0 ? 1 : instances.within60s / instances.asked
  if (inTime < shareOfInstances)
    return { cause: 'provider.slow', value: 1 - inTime, limit: 1 - shareOfInstances, read, holds: inTime }
  const value = percentile(samples.flatMap((sample) => read(sample) ?? []))
  return { cause: 'provider.slow', value, limit: providerMs, read }
}

/** The 95th: one hiccup is no bottleneck. 0 without values. */
const percentile = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0
}

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

const share = <T>(all: readonly T[], holds: (one: T) => boolean): number =>
  shareOf(all.filter(holds).length, all.length)

/** To two digits: it is a guess. */
const roundedDown = (value: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1)
  return Math.max(1, Math.floor(value / step) * step)
}
