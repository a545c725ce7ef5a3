export type Alarm = 'yellow' | 'red'

/** Null: green. */
export type Judged = Alarm | null

export const above = (value: number, yellow: number, red: number): Judged =>
  value > red ? 'red' : value > yellow ? 'yellow' : null

export const below = (value: number, yellow: number, red: number): Judged =>
  value < red ? 'red' : value < yellow ? 'yellow' : null

export const p95 = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}

const dayMs = 86_400_000
const hourMs = 3_600_000
const mebibyte = 1_048_576
const gigabyte = 1_000_000_000
const longestEver = 2 ** 53

/** Versions of Node.js, and when the project stops maintaining them. */
export const nodeEnds: Readonly<Record<number, number>> = {
  20: Date.UTC(2026, 3, 30),
  22: Date.UTC(2027, 3, 30),
  23: Date.UTC(2025, 5, 1),
  24: Date.UTC(2028, 3, 30),
  25: Date.UTC(2026, 5, 1),
  26: Date.UTC(2029, 3, 30),
}

/** A version without a date is newer than this program. One that is too old doesn't get this far. */
export const judgeNode = (version: string, ends: Readonly<Record<number, number>>, now: number): Judged =>
  now >= (ends[Number.parseInt(version, 10)] ?? longestEver) ? 'yellow' : null

export const judgeOpenFiles = (count: number): Judged => below(count, 16_384, 4_096)

export const judgeMemory = (bytes: number): Judged => below(bytes, 1_024 * mebibyte, 512 * mebibyte)

export const judgeStolen = (share: number): Judged => above(share, 0.05, 0.2)

export const judgeRoom = ({ free, total }: { free: number; total: number }): Judged => {
  const share = total === 0 ? 0 : free / total
  if (share < 0.05 || free < 2 * gigabyte) return 'red'
  return share < 0.1 || free < 5 * gigabyte ? 'yellow' : null
}

/** Some file systems have no fixed number of inodes, and say 0. */
export const judgeInodes = ({ inodesFree, inodes }: { inodesFree: number; inodes: number }): Judged =>
  inodes === 0 ? null : below(inodesFree / inodes, 0.1, 0.05)

export const judgeSync = (ms: number): Judged => above(ms, 20, 100)

export const judgeClock = (ms: number): Judged => above(Math.abs(ms), 500, 2_000)

export const judgeTrip = (ms: number): Judged => above(ms, 5, 20)

export const judgeCommits = (perSecond: number): Judged => below(perSecond, 300, 100)

export type Slots = { slots: number; used: number; ours: number }

/** Those that others use can't be counted on. */
export const judgeConnections = ({ slots, used, ours }: Slots, processes: number, pool: number): Judged => {
  if (slots - used <= 0) return 'red'
  return slots - (used - ours) < processes * pool + 20 ? 'yellow' : null
}

export const judgeTransaction = (ms: number): Judged => (ms > hourMs ? 'yellow' : null)

export const judgeRedisTrip = (ms: number): Judged => (ms > 5 ? 'yellow' : null)

export const judgeStorage = (ms: number): Judged => (ms > 1_000 ? 'yellow' : null)

/** `until` is the end of the last planned game. */
export const judgeCertificate = (expires: number, now: number, until: number): Judged => {
  if (expires <= now) return 'red'
  return expires - now < 21 * dayMs || expires < until ? 'yellow' : null
}

export const judgeUpstream = (connections: number): Judged => (connections > 10 ? 'yellow' : null)

export const judgeIdle = (held: number, wanted: number): Judged => (held < wanted ? 'yellow' : null)

export const judgeRefused = (times: number): Judged => (times > 50 ? 'yellow' : null)

export const judgeCaptcha = (ms: number): Judged => (ms > 1_000 ? 'yellow' : null)

/** How often what the teams will start fits. */
export const judgePlace = (times: number): Judged => below(times, 1.5, 1)

export const judgeBackup = (ageMs: number): Judged => above(ageMs, dayMs, 7 * dayMs)
