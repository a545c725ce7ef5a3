import type { Core } from '../core/core.ts'
import type { Job } from '../kit/scheduler.ts'
import type { Modules } from './modules.ts'

type Needs = { core: Pick<Core, 'files' | 'games' | 'mail' | 'sessions'>; modules: Pick<Modules, 'all'> }

const [minute, hour] = [60_000, 3_600_000]

/** All that comes round again. */
export const recurringJobs = ({ core, modules }: Needs): Job[] => [
  { name: 'sessions', everyMs: hour, run: async () => void (await core.sessions.sweep()) },
  ...modules.all.flatMap(({ jobs = [] }) => jobs),
  { name: 'early games', everyMs: 10 * minute, run: () => core.games.warm() },
  { name: 'files', everyMs: hour, run: () => core.files.sweep() },
  { name: 'stray files', everyMs: 24 * hour, run: () => core.files.sweepStrays() },
  { name: 'mail', everyMs: hour, run: async (signal) => void (await core.mail.prune(signal)) },
]
