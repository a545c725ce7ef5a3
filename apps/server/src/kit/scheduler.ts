import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'
import type { Lock } from '../ports/lock.ts'

/** Work that comes round again. It is done by one process of the installation. */
export type Job = {
  name: string
  everyMs: number
  run(signal: AbortSignal): Promise<void>
}

/** A job that has come to its end. */
export type JobRun = { job: string; begun: number; milliseconds: number; error: unknown }

type Needs = {
  lock: Lock
  clock: Clock
  onError: (job: string, error: unknown) => void
  /** Remembers what was done. */
  onRun: (run: JobRun) => Promise<void>
  /** Hears when this process begins to lead, and when it ends. */
  onLead: (leads: boolean) => void
}

/** Runs the jobs for as long as this process leads. Resolves when `signal` aborts and all have ended. */
export const runJobs = (needs: Needs, jobs: readonly Job[], signal: AbortSignal): Promise<void> =>
  needs.lock.campaign(
    'jobs',
    async (leading) => {
      // Every job listens to it, and what it does may, too.
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

/** So long the same failure of a job that runs often is told only once. */
const quietMs = 60_000

const repeat = async (job: Job, signal: AbortSignal, { clock, onError, onRun }: Needs): Promise<void> => {
  let told = ''
  let toldAt = 0
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
    // What was broken off has neither been done nor failed.
    if (!signal.aborted) {
      const milliseconds = Math.round(performance.now() - since)
      await onRun({ job: job.name, begun, milliseconds, error: failure })
    }
    await wait(job.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
