import type { Core } from '../core/core.ts'
import type { Module } from '../http/bind.ts'
import type { Job } from '../kit/scheduler.ts'

const [minute, hour] = [60_000, 3_600_000]

export const recurringJobs = (
  { files, games, log, mail, sessions }: Pick<Core, 'files' | 'games' | 'log' | 'mail' | 'sessions'>,
  modules: readonly Module[],
  more: readonly Job[],
): Job[] => [
  ...more,
  { name: 'sessions', everyMs: hour, run: async () => void (await sessions.sweep()) },
  ...modules.flatMap(({ jobs = [] }) => jobs),
  { name: 'early games', everyMs: 10 * minute, run: () => games.warm() },
  { name: 'files', everyMs: hour, run: () => files.sweep() },
  { name: 'stray files', everyMs: 24 * hour, run: () => files.sweepStrays() },
  { name: 'mail', everyMs: hour, run: async (signal) => void (await mail.prune(signal)) },
  { name: 'old log records', everyMs: hour, run: (signal) => log.prune(signal) },
]
