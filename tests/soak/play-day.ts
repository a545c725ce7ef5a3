import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../../bench/event/random.ts'
import { createDayClock } from './clock.ts'
import { type Counts, createCounts } from './counts.ts'
import type { Day } from './day.ts'
import { openOrganizers } from './organizers.ts'
import { createPeople, type People } from './people.ts'
import { type Sample, takeSample } from './sample.ts'
import { openSpeeds, type Speed } from './speed.ts'
import { openStage, type Stage } from './stage.ts'
import { openWatchers } from './watchers.ts'

export type Played = {
  counts: Counts
  answers: People['tally']['answers']
  /** How late the latest submission was begun: whether the load was what the plan says. */
  lateMs: number
  /** Before anyone came, and after all have left. */
  before: Sample
  after: Sample
  samples: readonly Sample[]
  speeds: readonly Speed[]
}

const organizeEveryMs = 5_000
const instanceEveryMs = 2_000
const instanceMs = { least: 10_000, spread: 30_000 }
const settleMs = 3_000
const leaveWithinMs = 120_000
/** Of the day: the first after the opening, the last with nothing left to submit. */
const measuredAt = [0.05, 0.35, 0.65]
/** Of the watchers, at each sample. */
const reconnecting = 0.025
const players = 5

export const playDay = async (day: Day, say: (line: string) => void): Promise<Played> => {
  const stage = await openStage(day)
  const { processes, loaded } = stage
  const sites = processes.map(({ site }) => site)
  const counts = createCounts()
  const people = createPeople({ sites, loaded, counts, seed: day.seed })
  const [first] = processes
  if (first === undefined) throw new Error('no server')
  const speeds = await openSpeeds(first, loaded, { measureMs: day.quietMs / 16, counts })
  await takeSample(stage, 0, 0)
  const before = await takeSample(stage, 0, 0)
  const organizers = await openOrganizers({
    sites: processes.map(({ server }) => server.site),
    ...{ loaded, counts, people, seed: day.seed },
  })
  const watchers = await openWatchers({
    ...{ sites, gameId: loaded.gameId },
    ...{ count: day.watchers, first: 20_000 },
  })
  const clock = createDayClock()
  const random = createRandom(day.seed)
  const faults: unknown[] = []
  const under = new Set<Promise<void>>()
  let lateMs = 0
  const begin = (work: Promise<void>): void => {
    const watched = work.catch((error: unknown) => void faults.push(error))
    under.add(watched)
    void watched.finally(() => under.delete(watched))
  }
  const every = async (ms: number, work: () => Promise<void> | void): Promise<void> => {
    for (let at = ms; at < day.forMs; at = Math.max(at + ms, clock.now())) {
      await clock.until(at)
      await work()
      if (faults.length > 0) throw faults[0]
    }
  }
  const submitting = async (): Promise<void> => {
    for (const submission of day.submissions) {
      await clock.until(submission.at)
      lateMs = Math.max(lateMs, clock.now() - submission.at)
      begin(people.submit(submission))
    }
  }
  const samples: Sample[] = []
  const measured: Speed[] = []
  const measure = async (at: number): Promise<void> => {
    const speed = await clock.paused(async () => {
      await wait(settleMs)
      return speeds.measure(at)
    })
    measured.push(speed)
    say(
      `speed at ${at.toFixed(2)}: ${speed.ratio.toFixed(2)} × bare, processor ${speed.cpuRatio.toFixed(2)} ×`,
    )
  }
  const observe = async (): Promise<void> => {
    const left = [...measuredAt]
    await every(day.sampleMs, async () => {
      const at = clock.now() / day.forMs
      samples.push(await takeSample(stage, at, await watchers.sinceLast()))
      say(lineOf(samples.at(-1)))
      await watchers.reconnect(day.watchers * reconnecting)
      await people.reconnect(players)
      if (at < (left[0] ?? 1)) return
      left.shift()
      await measure(at)
    })
  }
  await Promise.all([
    submitting(),
    every(organizeEveryMs, () => organizers.act()),
    every(instanceEveryMs, () =>
      begin(people.useInstance(instanceMs.least + random.next() * instanceMs.spread)),
    ),
    observe(),
  ])
  await Promise.all(under)
  if (faults.length > 0) throw faults[0]
  await measure(1)
  await watchers.sinceLast()
  await wait(settleMs)
  const freshMs = await watchers.sinceLast()
  await watchers.leave()
  organizers.leave()
  await people.leave()
  const after = await settled(stage, before, freshMs)
  return { counts, answers: people.tally.answers, lateMs, before, after, samples, speeds: measured }
}

/** Idle connections are closed by the server. */
const settled = async (stage: Stage, before: Sample, freshMs: number): Promise<Sample> => {
  const deadline = performance.now() + leaveWithinMs
  for (;;) {
    const sample = await takeSample(stage, 1, freshMs)
    const isQuiet = sample.processes.every(
      ({ descriptors }, index) => descriptors <= (before.processes[index]?.descriptors ?? 0) + 5,
    )
    if ((isQuiet && sample.instances === 0) || performance.now() > deadline) return sample
    await wait(settleMs)
  }
}

const mebibyte = 1_048_576

const lineOf = (sample: Sample | undefined): string =>
  sample === undefined
    ? ''
    : [
        `${(sample.at * 24).toFixed(1)} h`,
        ...sample.processes.map(
          ({ heapBytes, residentBytes, descriptors, resources, cpuMs }) =>
            `heap ${(heapBytes / mebibyte).toFixed(1)} resident ${Math.round(residentBytes / mebibyte)} MiB, ` +
            `${descriptors} descriptors, ${resources['Timeout'] ?? 0} timers, ${Math.round(cpuMs / 1_000)} s`,
        ),
        `${sample.rows['submission']} submissions, ${sample.databaseConnections} connections`,
        `${sample.lastingKeys} lasting keys, ${sample.instances} instances, boards ${Math.round(sample.freshMs)} ms`,
      ].join(' | ')
