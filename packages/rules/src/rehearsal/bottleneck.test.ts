import { describe, expect, it } from 'vitest'
import { bottleneckOf } from './bottleneck.ts'
import type { RehearsalFigures, ServerFigures, ServerSample } from './figures.ts'

const latency = (p99Ms: number) => ({ count: 1000, p50Ms: 10, p99Ms, longestMs: 2 * p99Ms })
const size = { teams: 250, players: 500, burst: 20, instances: 10, oneAddress: false }
const answers = { requests: 1000, failed: 0, lost: 0, refused: 0, unexpected: 0 }
const instances = { asked: 10, within60s: 10, within180s: 10, refusedForQuota: 0 }
const figures: RehearsalFigures = {
  pages: latency(900),
  submissions: latency(400),
  news: null,
  instances,
  answers,
  generator: { processor: 0.8, line: 0.9 },
  left: [],
}
const calm: Omit<ServerSample, 'atMs'> = {
  loopDelayMs: 0,
  poolWaiting: 0,
  hashWaitMs: 450,
  commitMs: 20,
  redisMs: 50,
  storageMs: 500,
  providerMs: 3000,
}
const samples = (changes: Partial<ServerSample>, count = 20): ServerSample[] =>
  Array.from({ length: 20 }, (_, index) => ({
    ...calm,
    ...(index < count ? changes : {}),
    atMs: index * 1000,
  }))
const server: ServerFigures = { samples: samples({}), pagesP99Ms: 270, requests: 1000, connections: 800 }

const found = (seen: Partial<RehearsalFigures>, told: Partial<ServerFigures> = {}) =>
  bottleneckOf(size, { ...figures, ...seen }, { ...server, ...told })

describe('the bottleneck of a rehearsal', () => {
  it('is none while everything is at its limit at most', () => {
    expect(found({})).toBeNull()
    expect(found({ pages: null, instances: null }, { samples: [], pagesP99Ms: null, requests: 0 })).toBeNull()
  })

  it('is no proxy where pages are quick or the server is what takes long', () => {
    expect(found({ pages: latency(199) }, { pagesP99Ms: 1 })).toBeNull()
    expect(found({ pages: latency(900) }, { pagesP99Ms: null })).toBeNull()
    expect(found({ pages: latency(900) }, { pagesP99Ms: 1200 })).toBeNull()
  })

  it.each<[string, Partial<RehearsalFigures>, Partial<ServerFigures>, string, number]>([
    ['generator', { generator: { processor: 1, line: 0 } }, {}, 'generator.processor', 200],
    ['line', { generator: { processor: 0, line: 0.95 } }, {}, 'generator.line', 230],
    ['proxy', { pages: latency(2000) }, {}, 'proxy.slow', 120],
    ['proxy of a green run', { pages: latency(950) }, { pagesP99Ms: 200 }, 'proxy.slow', 250],
    ['connections', {}, { connections: 990 }, 'proxy.connections', 250],
    ['lost connections', { answers: { ...answers, lost: 20 } }, {}, 'proxy.lost', 120],
    ['processor', {}, { samples: samples({ loopDelayMs: 500 }) }, 'processor', 50],
    ['hashing', {}, { samples: samples({ hashWaitMs: 900 }) }, 'hashing', 120],
    ['pool', {}, { samples: samples({ poolWaitMs: 180 }) }, 'database.pool', 120],
    ['pool of before', {}, { samples: samples({ poolWaiting: 3 }, 5) }, 'database.pool', 200],
    ['commits', {}, { samples: samples({ commitMs: 200 }) }, 'database.commit', 25],
    ['Redis', {}, { samples: samples({ redisMs: 200 }) }, 'redis', 62],
    ['storage', {}, { samples: samples({ storageMs: 1000 }) }, 'storage', 120],
    ['quota', { instances: { ...instances, within180s: 4, refusedForQuota: 6 } }, {}, 'provider.quota', 100],
    ['late instances', { instances: { ...instances, within60s: 5 } }, {}, 'provider.slow', 120],
    ['provider', {}, { samples: samples({ providerMs: 6000 }) }, 'provider.slow', 120],
    ['limits', { answers: { ...answers, refused: 100 } }, {}, 'limits', 220],
  ])('is the %s', (_what, seen, told, cause, teams) => {
    expect(found(seen, told)).toMatchObject({ cause, teams })
  })

  it('is the first of several, since the others may come from it', () => {
    const all = samples({ loopDelayMs: 500, hashWaitMs: 9000, poolWaiting: 9, commitMs: 200 })
    const refused = { pages: latency(1000), answers: { ...answers, refused: 9 } }
    expect(found(refused, { pagesP99Ms: 1000, samples: all })?.cause).toBe('processor')
    expect(found({ ...refused, generator: { processor: 0.9, line: 1 } })?.cause).toBe('generator.processor')
  })

  it('is what slow requests wait for, not what is only over its limit', () => {
    const slow = { pages: latency(4000) }
    const told = { pagesP99Ms: 4000 }
    const all = { loopDelayMs: 700, hashWaitMs: 2000, poolWaitMs: 500, commitMs: 1200, storageMs: 3700 }
    const cause = (changes: Partial<ServerSample>) =>
      found(slow, { ...told, samples: samples({ ...all, ...changes }) })?.cause
    expect(cause({})).toBe('hashing')
    expect(cause({ loopDelayMs: 800 })).toBe('processor')
    expect(cause({ hashWaitMs: 399 })).toBe('database.pool')
    // The loop was as late as they are.
    expect(cause({ hashWaitMs: 399, poolWaitMs: 400 })).toBe('database.commit')
    expect(cause({ hashWaitMs: 399, poolWaitMs: 400, commitMs: 1000 })).toBe('storage')
    expect(cause({ hashWaitMs: 399, poolWaitMs: 400, commitMs: 1000, storageMs: 1000 })).toBeUndefined()
  })

  it('is the pool only as far as requests waited for it, however many there were', () => {
    const waiting = { poolWaiting: 9, poolWaitMs: 90 }
    expect(found({}, { samples: samples(waiting) })).toBeNull()
    expect(found({ pages: latency(199) }, { samples: samples(waiting) })?.cause).toBe('database.pool')
    expect(found({}, { samples: samples({ poolWaitMs: 5000 }) })).toMatchObject({ value: 1, limit: 0.1 })
  })

  it('is what keeps a quick run from green, before what is near its limit', () => {
    const near = { samples: samples({ commitMs: 150 }) }
    const refused = { answers: { ...answers, refused: 9 } }
    expect(found({}, near)?.cause).toBe('database.commit')
    expect(found(refused, near)?.cause).toBe('limits')
    expect(found({ ...refused, submissions: latency(500) }, near)?.cause).toBe('database.commit')
    expect(found({ instances: { ...instances, within60s: 1 } }, near)?.cause).toBe('provider.slow')
  })

  it('is nothing that happened once', () => {
    expect(found({}, { samples: samples({ loopDelayMs: 500 }, 1) })).toMatchObject({ cause: 'processor' })
    expect(found({}, { samples: [...samples({ loopDelayMs: 500 }, 1), ...samples({})] })).toBeNull()
    expect(found({}, { samples: samples({ poolWaiting: 1 }, 4) })).toBeNull()
  })

  it('comes with its series, without the moments that have no figure', () => {
    const some = samples({ redisMs: 200 }).slice(0, 3)
    const told = [{ ...calm, redisMs: null, atMs: 9000 }, ...some]
    expect(found({}, { samples: told })).toEqual({
      cause: 'redis',
      value: 200,
      limit: 50,
      series: some.map(({ atMs }) => ({ atMs, value: 200 })),
      teams: 62,
    })
  })
})
