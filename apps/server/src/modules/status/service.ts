import { Problem } from '@pennant/contract/problem'
import { type SystemStatus, warningCodes, type WarningCode } from '@pennant/contract/status'
import type { BackupFailure } from '../../core/backup/last-run.ts'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import type { PageChecks } from './checks/page.ts'
import type { Heartbeat } from './heartbeat.ts'
import { addressFindings } from './address.ts'
import type { Installation } from './installation.ts'
import type { PartChecks } from './check-parts.ts'
import { found, type PageFinding } from './checks/check.ts'
import { judgeBackup } from './checks/level.ts'
import { finding, findingIf, type PartStatus, statusOf } from './part-status.ts'
import { presentProcess } from './present.ts'
import type { ProcessRow } from '../../ports/tables/status.ts'
import type { Backup, StatusStore } from './store.ts'
import { timed } from '../../kit/timeout.ts'

const dayMs = 86_400_000
const slowLoopMs = 200
const timeoutMs = 4_000
const hasDetail: ReadonlySet<BackupFailure['code']> = new Set(['failed', 'unproven'])

export const createStatus = (
  { audit, clock, journal, site }: Pick<Core, 'audit' | 'clock' | 'journal' | 'site'>,
  store: Pick<
    StatusStore,
    'backupFailure' | 'backupUnderWay' | 'frozenGames' | 'lastBackup' | 'noteBackup' | 'runs'
  >,
  heartbeat: Pick<Heartbeat, 'processes' | 'startedAt'>,
  checks: PartChecks,
  pageChecks: PageChecks,
  { backUp, ...installation }: Installation & { backUp: (() => Promise<boolean>) | null },
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
      findings: failed.map(({ name }) => finding('job.failed', name)),
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
      findings: [findingIf(slow, 'loop.slow', slowest)],
    })
  }

  const lookAtBackup = (last: Backup | null, failure: BackupFailure | null): PartStatus => {
    // In the words of its command only where a code doesn't say it all.
    const detail = failure === null || !hasDetail.has(failure.code) ? null : failure.text
    const values = detail === null ? [] : [detail]
    const findings = failure === null ? [] : [found('red', `backup.${failure.code}`, ...values)]
    if (last === null)
      return statusOf('backup', {
        state: failure === null ? 'warning' : 'broken',
        kind: '',
        message: detail,
        findings,
      })
    const age = Math.max(0, clock.now() - last.at)
    return statusOf('backup', {
      state: failure === null ? (judgeBackup(age) === null ? 'well' : 'warning') : 'broken',
      kind: last.name,
      message: detail,
      figures: { days: Math.floor(age / dayMs) },
      findings,
    })
  }

  const look = async (): Promise<SystemStatus> => {
    const processes = await orNothing(heartbeat.processes, [])
    const outside = await checks(processes.length)
    const [all, last, failure, underWay, frozen, more] = await Promise.all([
      jobs(),
      orNothing(store.lastBackup, null),
      orNothing(store.backupFailure, null),
      orNothing(() => store.backupUnderWay(clock.now()), null),
      orNothing(() => store.frozenGames(new Date(clock.now())), []),
      pageChecks(processes),
    ])
    const parts = [...outside, lookAtJobs(all), lookAtProcesses(processes), lookAtBackup(last, failure)]
    const findings = once([
      ...parts.flatMap((part) => part.findings),
      ...addressFindings({
        url: site.url(),
        source: site.source(),
        instancesHost: installation.instancesHost(),
      }),
      ...frozen.map((title) => finding('board.frozen', title)),
      ...(installation.keyInData ? [finding('key.inData')] : []),
      ...more,
    ])
    return {
      version: installation.version,
      node: process.versions.node,
      database: parts.find(({ part }) => part.part === 'database')?.part.kind ?? '',
      startedAt: heartbeat.startedAt.getTime(),
      now: clock.now(),
      parts: parts.map(({ part }) => part),
      jobs: all,
      processes: processes.map(presentProcess),
      warnings: findings.flatMap(({ code, values }) =>
        isWarning(code) ? [{ code, values: [...values] }] : [],
      ),
      lastBackup: last?.at ?? null,
      ...(backUp === null
        ? {}
        : { backup: underWay === null ? null : { startedAt: underWay.startedAt, step: underWay.step } }),
      findings: findings.map(({ code, level, values }) => ({ code, level, values: [...values] })),
    }
  }

  let looking: Promise<SystemStatus> | undefined

  return {
    /** Concurrent callers share an answer, since each costs a look at everything. */
    read(): Promise<SystemStatus> {
      looking ??= look().finally(() => {
        looking = undefined
      })
      return looking
    },

    async backUp(caller: Caller): Promise<void> {
      if (backUp === null) throw new Problem('backup.off')
      await audit.around(caller, 'status.backUpNow', { id: null }, async () => {
        if (!(await backUp())) throw new Problem('backup.underWay')
      })
      journal.done(caller, 'Backup started')
    },

    async noteBackup(name: string, caller: Caller): Promise<void> {
      await audit.around(caller, 'status.backup', { id: null, name }, () =>
        store.noteBackup({ at: clock.now(), name }),
      )
      journal.done(caller, `Backup noted: ${name}`)
    },
  }
}

/** What two checks found is told once, as the first said it. The worst come first. */
const once = (findings: readonly PageFinding[]): PageFinding[] => {
  const known = new Map<string, PageFinding>()
  for (const one of findings) {
    const key = JSON.stringify([one.code, one.values])
    if (!known.has(key)) known.set(key, one)
  }
  return [...known.values()].toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
}

const order = ['red', 'yellow', 'note'] as const

const isWarning = (code: string): code is WarningCode => Object.hasOwn(warningCodes, code)
