import { describe, expect, it } from 'vitest'
import { createCounts } from './counts.ts'
import { createDay, momentOf } from './day.ts'
import type { Played } from './play-day.ts'
import type { Looked, Sample } from './sample.ts'
import { explainedRows, faultsOf, growthOf } from './verdict.ts'

const mebibyte = 1_048_576
const looked: Looked = {
  heapBytes: 50 * mebibyte,
  externalBytes: mebibyte,
  resources: { Timeout: 20, TCPSocketWrap: 40 },
  residentBytes: 150 * mebibyte,
  descriptors: 80,
  threads: 12,
  cpuMs: 1,
}
const sampleAt = (at: number, more: Partial<Looked> = {}, rest: Partial<Sample> = {}): Sample => ({
  at,
  processes: [{ ...looked, ...more }],
  rows: { submission: 10, setting: 4, team: 3 },
  databaseConnections: 5,
  databaseBytes: 1,
  lastingKeys: 100,
  instances: 0,
  freshMs: 300,
  ...rest,
})

const day = { ...createDay(), submissions: [] }
const fine: Played = {
  counts: createCounts(),
  answers: { requests: 100, failed: 0, lost: 0, refused: 0, unexpected: 0 },
  lateMs: 0,
  before: sampleAt(0),
  after: sampleAt(1),
  samples: Array.from({ length: 60 }, (_, index) => sampleAt(index / 60)),
  speeds: [],
}
const series = (of: (at: number) => Partial<Looked>): Partial<Played> => ({
  samples: fine.samples.map(({ at }) => sampleAt(at, of(at))),
})
const faults = (more: Partial<Played>, judgesSpeed = false): string[] =>
  faultsOf(day, { ...fine, ...more }, judgesSpeed)

describe('the verdict on a day', () => {
  it('finds nothing where nothing grows, and what came in the first half is no growth', () => {
    expect(faults({})).toEqual([])
    expect(faults(series((at) => ({ heapBytes: Math.min(at, 0.5) * 200 * mebibyte })))).toEqual([])
  })

  it('names memory, timers, and descriptors that grow in the second half', () => {
    const memory = faults(series((at) => ({ heapBytes: (50 + 20 * at) * mebibyte })))
    expect(memory).toEqual([expect.stringMatching(/^process 1: heapBytes grew by 9\.\d MiB/)])
    const timers = faults(series((at) => ({ resources: { Timeout: 20 + Math.round(60 * at) } })))
    expect(timers).toContain('process 1: timers grew by 29 in the second half')
    const descriptors = faults(series((at) => ({ descriptors: 80 + Math.round(60 * at) })))
    expect(descriptors).toEqual(['process 1: descriptors besides connections grew by 29 in the second half'])
    const connections = (at: number): Partial<Looked> => ({
      descriptors: 80 + Math.round(600 * at),
      resources: { Timeout: 20, TCPSocketWrap: 40 + Math.round(600 * at) },
    })
    expect(faults(series(connections))).toEqual([])
  })

  it('names what is left when all have gone', () => {
    expect(faults({ after: sampleAt(1, { descriptors: 101 }) })).toEqual([
      'process 1: 21 more descriptors than before, after all have left',
    ])
    expect(faults({ after: sampleAt(1, {}, { instances: 2 }) })).toEqual(['2 instances are left'])
    expect(faults({ after: sampleAt(1, {}, { freshMs: Infinity }) })).toEqual([
      'boards are Infinity ms behind at the end',
    ])
  })

  it('names tables with other rows than the day explains', () => {
    const rows = { submission: 11, setting: 4, team: 4 }
    expect(faults({ after: sampleAt(1, {}, { rows }) })).toEqual([
      'submission has 11 rows instead of 10',
      'team has 4 rows instead of 3',
    ])
    const counts = { ...createCounts(), submissions: 1 }
    expect(explainedRows(counts, fine.before.rows)['submission']).toEqual([11, 11])
  })

  it('names answers that were not as they should be, and answers that became slow', () => {
    expect(faults({ answers: { ...fine.answers, failed: 3 } })).toEqual(['3 answers were failed'])
    const speed = { at: 0, ratio: 2, cpuRatio: 2, medianMs: 1, bareMedianMs: 1, cpuUs: 1, bareCpuUs: 1 }
    const speeds = [
      { ...speed, bytes: [] },
      { ...speed, ratio: 3, bytes: [] },
    ]
    expect(faults({ speeds })).toEqual([])
    expect(faults({ speeds }, true)).toEqual(['ratio is 1.50 × that of the start'])
  })
})

it('a line through points rises as they do', () => {
  const points = [0.5, 0.6, 0.7, 0.8, 0.9, 1].map((at) => ({ at, value: 10 * at }))
  expect(growthOf(points)).toBeCloseTo(5)
  expect(growthOf(points.map(({ at }) => ({ at, value: 3 })))).toBe(0)
  expect(growthOf([{ at: 1, value: 3 }])).toBe(0)
})

it('a day begins with a rush and has a night', () => {
  expect(momentOf(0)).toBe(0)
  expect(momentOf(0.12)).toBeCloseTo(1 / 24)
  expect(momentOf(0.55)).toBeCloseTo(10 / 24)
  expect(momentOf(0.67)).toBeCloseTo(18 / 24)
  expect(momentOf(1)).toBeCloseTo(1)
  const moments = createDay().submissions.map(({ at }) => at)
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
})
