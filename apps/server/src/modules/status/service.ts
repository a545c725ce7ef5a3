import type { SystemStatus } from '@pennant/contract/status'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import type { Heartbeat } from './heartbeat.ts'
import { addressWarnings } from './address.ts'
import type { Installation } from './installation.ts'
import type { PartChecks } from './check-parts.ts'
import { statusOf, warning, warningIf, type PartStatus } from './part-status.ts'
import { presentProcess } from './present.ts'
import type { ProcessRow } from '../../ports/tables/status.ts'
import type { Backup, StatusStore } from './store.ts'
import { timed } from '../../kit/timeout.ts'

const dayMs = 86_400_000
const backupEveryDays = 7
const slowLoopMs = 200
const timeoutMs = 4_000

export const createStatus = (
  { audit, clock, journal, site }: Pick<Core, 'audit' | 'clock' | 'journal' | 'site'>,
  store: StatusStore,
  heartbeat: Heartbeat,
  checks: PartChecks,
  installation: Installation,
) => {
  // Without the database, this process still knows of itself.
  const orNothing = async <T>(work: () => Promise<T>, nothing: T): Promise<T> => {
    const answer = await timed(timeoutMs, work)
    return 'value' in answer ? answer.value : nothing
  }

  const jobs = async (): Promise<SystemStatus['jobs']> => {
    const runs = new Map((await orNothing(store.runs, [])).map((run) => [run.name, run]))
    return installation.jobs().map((name) => {
      const run = runs.get(name)
      return {
        name,
        lastRun: run?.begun_at.getTime() ?? null,
        milliseconds: run?.milliseconds ?? null,
        failed: run?.failed ?? null,
      }
    })
  }

  const lookAtJobs = (all: SystemStatus['jobs']): PartStatus => {
    const failed = all.filter((job) => job.failed !== null)
    return statusOf('jobs', {
      state: failed.length > 0 ? 'warning' : 'well',
      kind: '',
      message: failed[0]?.failed ?? null,
      figures: { jobs: all.length, failed: failed.length },
      warnings: failed.map(({ name }) => warning('job.failed', name)),
    })
  }

  const lookAtProcesses = (all: readonly ProcessRow[]): PartStatus => {
    const slowest = Math.max(0, ...all.map((one) => one.loop_delay_ms))
    const clients = all.reduce((sum, one) => sum + one.hub_clients, 0)
    const slow = slowest > slowLoopMs
    return statusOf('process', {
      state: slow ? 'warning' : 'well',
      kind: `Node.js ${process.versions.node}`,
      figures: { processes: all.length, loopDelayMs: slowest, hubClients: clients },
      warnings: [warningIf(slow, 'loop.slow', slowest)],
    })
  }

  const lookAtBackup = (last: Backup | null): PartStatus => {
    if (last === null)
      return statusOf('backup', { state: 'warning', kind: '', warnings: [warning('backup.never')] })
    const days = Math.max(0, Math.floor((clock.now() - last.at) / dayMs))
    const old = days >= backupEveryDays
    return statusOf('backup', {
      state: old ? 'warning' : 'well',
      kind: last.name,
      figures: { days },
      warnings: [warningIf(old, 'backup.old', days)],
    })
  }

  const look = async (): Promise<SystemStatus> => {
    const processes = await orNothing(heartbeat.processes, [])
    const [outside, all, last, frozen] = await Promise.all([
      checks(processes.length),
      jobs(),
      orNothing(store.lastBackup, null),
      orNothing(() => store.frozenGames(new Date(clock.now())), []),
    ])
    const found = [...outside, lookAtJobs(all), lookAtProcesses(processes), lookAtBackup(last)]
    return {
      version: installation.version,
      node: process.versions.node,
      database: found.find(({ part }) => part.part === 'database')?.part.kind ?? '',
      startedAt: heartbeat.startedAt.getTime(),
      now: clock.now(),
      parts: found.map(({ part }) => part),
      jobs: all,
      processes: processes.map(presentProcess),
      warnings: [
        ...found.flatMap(({ warnings }) => warnings),
        ...addressWarnings({
          url: site.url(),
          source: site.source(),
          instancesHost: installation.instancesHost(),
        }),
        ...frozen.map((title) => warning('board.frozen', title)),
        ...(installation.keyInData ? [warning('key.inData')] : []),
      ],
      lastBackup: last?.at ?? null,
    }
  }

  let underWay: Promise<SystemStatus> | undefined

  return {
    /** Concurrent callers share an answer, since each costs a look at everything. */
    read(): Promise<SystemStatus> {
      underWay ??= look().finally(() => {
        underWay = undefined
      })
      return underWay
    },

    async noteBackup(name: string, caller: Caller): Promise<void> {
      await audit.around(caller, 'status.backup', { id: null, name }, () =>
        store.noteBackup({ at: clock.now(), name }),
      )
      journal.done(caller, `Backup noted: ${name}`)
    },
  }
}
