import type { Counts } from './counts.ts'
import type { Day } from './day.ts'
import type { Played } from './play-day.ts'
import type { Looked, Sample } from './sample.ts'

const mebibyte = 1_048_576

/** In the second half of the day. What a game itself holds of each submission is part of it. */
const limits = {
  heapBytes: 8 * mebibyte,
  residentBytes: 40 * mebibyte,
  /**
   * Descriptors, threads, and what keeps a process running, after all have left. A pool keeps its connections for a
   * while.
   */
  left: 20,
  growthShare: 0.05,
  slower: 1.25,
  freshMs: 5_000,
}

type Point = { at: number; value: number }

/** How far a straight line through the points rises from the first to the last. */
export const growthOf = (points: readonly Point[]): number => {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [at, value] = [mean((point) => point.at), mean((point) => point.value)]
  const across = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0)
  if (across === 0) return 0
  const slope = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0) / across
  return slope * ((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0))
}

const growing = (samples: readonly Sample[], of: (sample: Sample) => number): number =>
  growthOf(samples.filter(({ at }) => at >= 0.5).map((sample) => ({ at: sample.at, value: of(sample) })))

type Range = readonly [least: number, most: number]

/** What the day explains, of tables that don't stay as they were. */
export const explainedRows = (counts: Counts, before: Sample['rows']): Record<string, Range> => {
  const more = (table: string, by: number): Range => {
    const rows = (before[table] ?? 0) + by
    return [rows, rows]
  }
  const acts = counts.edits + 2 * (counts.notices + counts.adjustments) + 3 * counts.uploads
  const upTo = (table: string, by: number): Range => [before[table] ?? 0, (before[table] ?? 0) + by]
  return {
    submission: more('submission', counts.submissions),
    first_solve: more('first_solve', counts.solves),
    session: more('session', counts.logins - counts.logouts),
    adjustment: more('adjustment', counts.adjustments),
    file: more('file', counts.files),
    attachment: more('attachment', counts.files),
    // Once in ten minutes for each player and challenge.
    trace: upTo('trace', counts.opened + counts.downloads),
    game_event: upTo('game_event', 2 * counts.instances),
    notice: upTo('notice', counts.notices + 3 * (before['challenge'] ?? 0)),
    audit: upTo('audit', acts),
    log: upTo('log', acts + counts.logins + 2 * counts.instances),
    job_run: upTo('job_run', 40),
    setting: upTo('setting', 3),
  }
}

const rowFaults = ({ before, after, counts }: Played): string[] => {
  const explained = explainedRows(counts, before.rows)
  return Object.entries(after.rows).flatMap(([table, rows]) => {
    const unchanged = before.rows[table] ?? 0
    const [least, most] = explained[table] ?? [unchanged, unchanged]
    if (rows >= least && rows <= most) return []
    return [`${table} has ${rows} rows instead of ${least === most ? least : `${least} to ${most}`}`]
  })
}

/** As many as there are clients. */
const connecting = new Set(['TCPSocketWrap', 'PipeWrap', 'ConnectWrap', 'Immediate'])

const sumOf = ({ resources }: Looked, counts: (kind: string) => boolean = () => true): number =>
  Object.entries(resources).reduce((sum, [kind, count]) => sum + (counts(kind) ? count : 0), 0)

/** Whose number has nothing to do with how many clients there are. */
const steady: Record<string, (looked: Looked) => number> = {
  'descriptors besides connections': (looked) =>
    looked.descriptors - sumOf(looked, (kind) => connecting.has(kind)),
  threads: ({ threads }) => threads,
  timers: ({ resources }) => resources['Timeout'] ?? 0,
  'active resources': (looked) => sumOf(looked, (kind) => !connecting.has(kind)),
}

const returning: Record<string, (looked: Looked) => number> = {
  descriptors: ({ descriptors }) => descriptors,
  threads: ({ threads }) => threads,
  timers: ({ resources }) => resources['Timeout'] ?? 0,
  // Connections are among the descriptors.
  'active resources': (looked) => sumOf(looked, (kind) => !connecting.has(kind)),
}

const processFaults = ({ samples, before, after }: Played, index: number): string[] => {
  const of = (read: (looked: Looked) => number) => (sample: Sample) => {
    const looked = sample.processes[index]
    if (looked === undefined) throw new Error('a process is missing')
    return read(looked)
  }
  const who = `process ${index + 1}`
  const memory = (['heapBytes', 'residentBytes'] as const).flatMap((kind) => {
    const grown = growing(
      samples,
      of((looked) => looked[kind]),
    )
    return grown <= limits[kind]
      ? []
      : [`${who}: ${kind} grew by ${(grown / mebibyte).toFixed(1)} MiB in the second half`]
  })
  const counted = Object.entries(steady).flatMap(([name, read]) => {
    const grown = growing(samples, of(read))
    return grown <= limits.left ? [] : [`${who}: ${name} grew by ${Math.round(grown)} in the second half`]
  })
  const left = Object.entries(returning).flatMap(([name, read]) => {
    const more = of(read)(after) - of(read)(before)
    return more <= limits.left ? [] : [`${who}: ${more} more ${name} than before, after all have left`]
  })
  return [...memory, ...counted, ...left]
}

/** Empty if all is well. In the shorter form, speed isn't judged. */
export const faultsOf = (day: Day, played: Played, judgesSpeed: boolean): string[] => {
  const { answers, samples, after, speeds, before } = played
  const [first, last] = [speeds[0], speeds.at(-1)]
  const slower = (of: 'ratio' | 'cpuRatio'): number => (last?.[of] ?? Number.NaN) / (first?.[of] ?? 1)
  const keys = growing(samples, ({ lastingKeys }) => lastingKeys)
  return [
    ...(['failed', 'lost', 'refused', 'unexpected'] as const).flatMap((kind) =>
      answers[kind] === 0 ? [] : [`${answers[kind]} answers were ${kind}`],
    ),
    ...(played.counts.submissions === day.submissions.length
      ? []
      : [`${played.counts.submissions} of ${day.submissions.length} submissions were taken`]),
    ...(after.freshMs <= limits.freshMs ? [] : [`boards are ${after.freshMs} ms behind at the end`]),
    ...(after.instances === before.instances ? [] : [`${after.instances} instances are left`]),
    ...played.before.processes.flatMap((_, index) => processFaults(played, index)),
    ...rowFaults(played),
    ...(keys <= Math.max(50, limits.growthShare * (samples.at(-1)?.lastingKeys ?? 0))
      ? []
      : [`keys in Redis that stay grew by ${Math.round(keys)} in the second half`]),
    ...(judgesSpeed
      ? (['ratio', 'cpuRatio'] as const).flatMap((of) =>
          slower(of) <= limits.slower ? [] : [`${of} is ${slower(of).toFixed(2)} × that of the start`],
        )
      : []),
  ]
}
