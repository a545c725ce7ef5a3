import type { RehearsalFigures, RehearsalSize, ServerFigures, ServerSample } from './figures.ts'
import { limitOfPages, shareOfGenerator, shareOfInstances, shareOfLine } from './verdict.ts'

/** In the order in which they are looked for: each hides those after it. */
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
  /** A guess of how many teams would hold. */
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

// Below it, the share that a proxy takes says nothing.
const noticeableMs = limitOfPages / 5
const shareOfProxy = 0.7
/** Of requests that open a connection of their own. */
const shareOfConnections = 0.8
/** A few are lost where a server process is stopped. */
const shareOfLost = 0.01
const loopDelayMs = 100
const hashWaitMs = 1000
const shareOfWaiting = 0.2
const commitMs = 20
const redisMs = 50
const storageMs = 500
const providerMs = 10_000

export const bottleneckOf = (
  { teams }: RehearsalSize,
  figures: RehearsalFigures,
  server: ServerFigures,
): Bottleneck | null => {
  const found = candidatesOf(figures, server).find(({ value, limit }) => value > limit)
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

const candidatesOf = (figures: RehearsalFigures, server: ServerFigures): readonly Candidate[] => {
  const { generator, answers, instances } = figures
  const { samples } = server
  const clientMs = figures.pages?.p99Ms ?? 0
  const holds = clientMs < limitOfPages ? 1 : limitOfPages / clientMs
  const worst = (cause: Cause, limit: number, read: NonNullable<Candidate['read']>): Candidate => {
    const value = percentile(samples.flatMap((sample) => read(sample) ?? []))
    return { cause, value, limit, read }
  }
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
    worst('processor', loopDelayMs, (sample) => sample.loopDelayMs),
    worst('hashing', hashWaitMs, (sample) => sample.hashWaitMs),
    {
      cause: 'database.pool',
      value: share(samples, ({ poolWaiting }) => poolWaiting > 0),
      limit: shareOfWaiting,
      read: ({ poolWaiting }) => poolWaiting,
    },
    worst('database.commit', commitMs, (sample) => sample.commitMs),
    worst('redis', redisMs, (sample) => sample.redisMs),
    worst('storage', storageMs, (sample) => sample.storageMs),
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
}

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
