import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '../ports/lock.ts'

/** Work that comes round again. It is done by one process of the installation. */
export type Job = {
  name: string
  everyMs: number
  run(signal: AbortSignal): Promise<void>
}

type Needs = {
  lock: Lock
  onError: (job: string, error: unknown) => void
}

/** Runs the jobs for as long as this process leads. Resolves when `signal` aborts and all have ended. */
export const runJobs = ({ lock, onError }: Needs, jobs: readonly Job[], signal: AbortSignal): Promise<void> =>
  lock.campaign(
    'jobs',
    async (leading) => {
      // Every job listens to it, and what it does may, too.
      setMaxListeners(0, leading)
      await Promise.all(jobs.map((job) => repeat(job, leading, onError)))
    },
    signal,
  )

const repeat = async (job: Job, signal: AbortSignal, onError: Needs['onError']): Promise<void> => {
  while (!signal.aborted) {
    try {
      await job.run(signal)
    } catch (error) {
      if (!signal.aborted) onError(job.name, error)
    }
    await wait(job.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
