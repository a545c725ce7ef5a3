import { loadavg } from 'node:os'
import { median } from '../../bench/measure.ts'
import type { Day } from './day.ts'
import type { Played } from './play-day.ts'
import type { Looked } from './sample.ts'

const mebibyte = 1_048_576
const rounded = (value: number): number => Math.round(value * 100) / 100

/** What a record keeps of a run. */
export const figuresOf = (day: Day, { samples, before, after, speeds, counts, answers, lateMs }: Played) => {
  const quarter = (from: number, index: number, of: (looked: Looked) => number): number =>
    rounded(
      median(
        samples
          .filter(({ at }) => at >= from && at < from + 0.25)
          .flatMap(({ processes }) => processes.slice(index, index + 1).map(of)),
      ),
    )
  const quarters = (index: number, of: (looked: Looked) => number): number[] =>
    [0, 0.25, 0.5, 0.75].map((from) => quarter(from, index, of))
  return {
    seed: day.seed,
    minutes: Math.round(day.forMs / 60_000),
    watchers: day.watchers,
    requests: answers.requests,
    ...counts,
    lateMs: Math.round(lateMs),
    load: loadavg().map(rounded),
    /** Medians of each quarter, by process; memory in MiB after a collection of garbage. */
    heap: before.processes.map((_, index) => quarters(index, ({ heapBytes }) => heapBytes / mebibyte)),
    resident: before.processes.map((_, index) =>
      quarters(index, ({ residentBytes }) => residentBytes / mebibyte),
    ),
    timers: before.processes.map((_, index) => quarters(index, ({ resources }) => resources['Timeout'] ?? 0)),
    descriptors: before.processes.map((_, index) => quarters(index, ({ descriptors }) => descriptors)),
    descriptorsLeft: after.processes.map(
      ({ descriptors }, index) => descriptors - (before.processes[index]?.descriptors ?? 0),
    ),
    databaseMib: [before, after].map(({ databaseBytes }) => rounded(databaseBytes / mebibyte)),
    lastingKeys: [samples.at(0)?.lastingKeys ?? 0, samples.at(-1)?.lastingKeys ?? 0],
    boardsMs: rounded(median(samples.map(({ freshMs }) => freshMs))),
    speed: speeds.map(({ at, ratio, cpuRatio, cpuUs }) => [at, ratio, cpuRatio, cpuUs].map(rounded)),
  }
}
