import { type Check, found, foundIf, type PageFinding } from './check.ts'
import { judgeClock, judgeCommits, judgeConnections, judgeTransaction, p95, type Slots } from './level.ts'

export type DatabaseHealth = Slots & {
  unsafe: readonly string[]
  longestMs: number
}

export type DatabaseNeeds = {
  now: () => number
  processes: () => Promise<number>
  pool: number
  health(): Promise<DatabaseHealth>
  /** Milliseconds since 1970 by its clock. */
  clock(): Promise<number>
}

const warmUp = 10
const pings = 40

/** The 95th percentile, in milliseconds. The first ones open a connection, and are compiled. */
export const trips = async (ping: () => Promise<unknown>): Promise<number> => {
  for (let each = 0; each < warmUp; each++) await ping()
  const times: number[] = []
  for (let each = 0; each < pings; each++) {
    const begun = performance.now()
    await ping()
    times.push(performance.now() - begun)
  }
  return p95(times)
}

export const databaseCheck = ({
  health,
  processes,
  pool,
}: Pick<DatabaseNeeds, 'health' | 'processes' | 'pool'>): Check<PageFinding> => ({
  id: 'database',
  async run() {
    const [facts, count] = await Promise.all([health(), processes()])
    const { unsafe, longestMs, slots, used, ours } = facts
    const room = judgeConnections({ slots, used, ours }, Math.max(1, count), pool)
    return [
      ...(unsafe.length === 0 ? [] : [found('red', 'database.unsafe', unsafe.join(', '))]),
      ...foundIf(room, 'database.connections', Math.max(0, slots - used)),
      ...foundIf(judgeTransaction(longestMs), 'database.longTransaction', Math.round(longestMs / 60_000)),
    ]
  },
})

export const databaseClockCheck = ({
  clock,
  now,
}: Pick<DatabaseNeeds, 'clock' | 'now'>): Check<PageFinding> => ({
  id: 'clock.database',
  run: async () => {
    const ms = await difference(clock, now)
    return foundIf(judgeClock(ms), 'clock.database', ms)
  },
})

/** By how many milliseconds the other clock is ahead, as if it had been read halfway. */
export const difference = async (other: () => Promise<number>, now: () => number): Promise<number> => {
  const before = now()
  const theirs = await other()
  return Math.round(theirs - (before + now()) / 2)
}

const commits = 200
const commitsForMs = 3_000

export const commitCheck = ({ commit }: { commit(): Promise<void> }): Check => ({
  id: 'database.commits',
  async run() {
    await commit()
    const begun = performance.now()
    let done = 0
    while (done < commits && performance.now() - begun < commitsForMs) {
      await commit()
      done += 1
    }
    const perSecond = Math.round((done * 1_000) / Math.max(1, performance.now() - begun))
    return foundIf(judgeCommits(perSecond), 'database.commits', perSecond)
  },
})

/** Tells whether a connection stays with the process of the database that it began with. */
export const poolerCheck = ({ isPinned }: { isPinned(): Promise<boolean> }): Check => ({
  id: 'database.pooler',
  run: async () => ((await isPinned()) ? [] : [found('red', 'database.pooler')]),
})
