import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'
import type { Lock } from '../ports/lock.ts'

export type Job = {
  name: string
  everyMs: number
  run(signal: AbortSignal): Promise<void>
}

export type JobRun = { job: string; begun: number; milliseconds: number; error: unknown }

type Needs = {
  lock: Pick<Lock, 'campaign'>
  clock: Clock
  onError: (job: string, error: unknown) => void
  onRun: (run: JobRun) => Promise<void>
  onLead: (leads: boolean) => void
}

export const runJobs = (needs: Needs, jobs: readonly Job[], signal: AbortSignal): Promise<void> =>
  needs.lock.campaign(
    'jobs',
    async (leading) => {
      // Each job listens, and so may its work.
      setMaxListeners(0, leading)
      needs.onLead(true)
      try {
        await Promise.all(jobs.map((job) => repeat(job, leading, needs)))
      } finally {
        needs.onLead(false)
      }
    },
    signal,
  )

const quietMs = 60_000
// What can wait leaves the first seconds after a restart to those who come back.
const afterStartMs = 15_000
const seldomMs = 3_600_000

const repeat = async (job: Job, signal: AbortSignal, { clock, onError, onRun }: Needs): Promise<void> => {
  let told = ''
  let toldAt = 0
  const pause = (ms: number): Promise<void> =>
    wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
  if (job.everyMs >= seldomMs) await pause(afterStartMs)
  while (!signal.aborted) {
    const begun = clock.now()
    const since = performance.now()
    let failure: unknown
    try {
      await job.run(signal)
    } catch (error) {
      failure = error
      const text = String(error)
      if (!signal.aborted && (told !== text || since - toldAt > quietMs)) {
        onError(job.name, error)
        told = text
        toldAt = since
      }
    }
    // An aborted run neither succeeded nor failed.
    if (!signal.aborted) {
      const milliseconds = Math.round(performance.now() - since)
      await onRun({ job: job.name, begun, milliseconds, error: failure })
    }
    await pause(job.everyMs)
  }
}
