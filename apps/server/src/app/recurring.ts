import type { Job } from '../jobs/scheduler.ts'
import type { Modules } from './modules.ts'

type Needs = Pick<
  Modules,
  | 'sessions'
  | 'instances'
  | 'jobs'
  | 'heldGames'
  | 'gameRemoval'
  | 'files'
  | 'mail'
  | 'letters'
  | 'confirmation'
>

const [minute, hour] = [60_000, 3_600_000]

/** All that comes round again. */
export const recurringJobs = (modules: Needs): Job[] => [
  { name: 'sessions', everyMs: hour, run: async () => void (await modules.sessions.sweep()) },
  ...modules.instances.jobs,
  ...modules.jobs,
  { name: 'early games', everyMs: 10 * minute, run: () => modules.heldGames.warm() },
  { name: 'deleted games', everyMs: hour, run: (signal) => modules.gameRemoval.sweep(signal) },
  { name: 'files', everyMs: hour, run: () => modules.files.sweep() },
  { name: 'stray files', everyMs: 24 * hour, run: () => modules.files.sweepStrays() },
  { name: 'registrations', everyMs: hour, run: () => modules.confirmation.sweep() },
  // Should one have been held just when the address became known.
  { name: 'held mail', everyMs: minute, run: () => modules.letters.release() },
  { name: 'mail', everyMs: hour, run: async (signal) => void (await modules.mail.prune(signal)) },
]
