import { setTimeout as wait } from 'node:timers/promises'
import type { FollowJob, Followed } from '@pennant/load/follow-child'
import { spawnWorker } from '@pennant/load/worker'
import { milliseconds, percentile } from './measure.ts'
import { metered } from './metered.ts'
import type { Finding } from './scenario.ts'
import type { ServerProcess } from './server-process.ts'
import { solveSteadily, type SolveSetup } from './solve-steadily.ts'

const people = 2_000
const followers = 2
const pace = { solves: 50, everyMs: 200 }
const firstSolves = 5
const budgets = { megabits: 60, p99Ms: 1_000 }
/** What still comes after the last solve; compatible clients take up to 4.5 s. */
const lateMs = { changes: 2_000, whole: 6_000 }

const megabits = (bytes: number, seconds: number): number => (bytes * 8) / 1e6 / seconds
const shown = (value: number): string => `${value.toFixed(1)} Mbit/s`

/** Every watcher keeps its own board up to date, by what has changed or, as compatible clients do, by whole boards. */
export const followBoards = async (
  setup: SolveSetup,
  server: ServerProcess,
  changes: boolean,
): Promise<Finding[]> => {
  const workers = Array.from({ length: followers }, () => spawnWorker<FollowJob, Followed>('follow'))
  const all = (job: FollowJob): Promise<Followed[]> => Promise.all(workers.map((worker) => worker.do(job)))
  try {
    const { gameId } = setup.loaded
    const from = changes ? 0 : pace.solves + firstSolves
    await all({ kind: 'open', sites: [server.site], gameId, count: people / followers, changes })
    // Nothing is asked for until the first hint.
    await solveSteadily(setup, [server.site], { ...pace, solves: firstSolves, from })
    await all({ kind: 'begin' })
    const { result, cpuMs } = await metered([server], async () => {
      const made = await solveSteadily(setup, [server.site], { ...pace, from: from + firstSolves })
      const parts = await all({ kind: 'report', solves: [] })
      return { made, parts }
    })
    await wait(changes ? lateMs.changes : lateMs.whole)
    const seconds = (pace.solves * pace.everyMs) / 1_000
    const told = await all({ kind: 'report', solves: result.made })
    const delays = told.flatMap((one) => [...one.delays])
    const sum = (of: (one: Followed) => number): number =>
      result.parts.reduce((whole, one) => whole + of(one), 0)
    const hub = megabits(
      sum(({ hubBytes }) => hubBytes),
      seconds,
    )
    const answers = megabits(
      sum(({ answerBytes }) => answerBytes),
      seconds,
    )
    const p99 = percentile(delays, 0.99)
    const count = sum((one) => one.answers)
    const who = `${people} boards of ${changes ? 'clients that take changes' : 'compatible clients'}, 5 solves a second`
    const each = Math.round(sum(({ answerBytes }) => answerBytes) / Math.max(1, count))
    return [
      {
        what: `${who}: what the server sends`,
        figure: `${shown(hub + answers)}: ${shown(hub)} over the hub, ${shown(answers)} in ${Math.round(count / seconds)} answers a second of ${each} bytes, ${sum(({ wholes }) => wholes)} whole`,
        budget: changes ? `under ${budgets.megabits} Mbit/s` : 'none',
        met: changes ? hub + answers < budgets.megabits : null,
        cost: { value: hub + answers, unit: 'Mbit/s' },
      },
      {
        what: `${who}: from a right answer until a board shows it`,
        figure: `p99 ${milliseconds(p99)}, half within ${milliseconds(percentile(delays, 0.5))}, all within ${milliseconds(percentile(delays, 1))}`,
        budget: changes ? `p99 under ${milliseconds(budgets.p99Ms)}` : 'none',
        met: changes ? p99 < budgets.p99Ms : null,
      },
      {
        what: `${who}: processor time of a second`,
        figure: milliseconds(cpuMs / seconds),
        budget: 'none',
        met: null,
        cost: { value: cpuMs / seconds, unit: 'ms' },
      },
    ]
  } finally {
    for (const worker of workers) await worker.leave()
  }
}
