import type { Core } from '../core/core.ts'
import type { Redact } from '../kit/redaction.ts'
import type { Job } from '../kit/scheduler.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createBackupMail } from './backup-mail.ts'
import { createBackupFigures } from './figures.ts'
import { createBeginBackup } from './make.ts'
import { createRunBackup, type OwnProgram } from './run-backup.ts'
import { backupJob } from './schedule.ts'

type Options = {
  /** Without it, no backups are made. */
  program: OwnProgram | undefined
  everyHours: number
  redact: Redact
  metrics: Pick<Metrics, 'gauge'>
  report: (error: unknown) => void
  /** Ends a backup that is under way. */
  stopping: AbortSignal
}

type Backups = {
  /** False: one is under way. */
  backUp: (() => Promise<boolean>) | null
  jobs: readonly Job[]
}

export const openBackups = (core: Core, options: Options): Backups => {
  const { program, everyHours, redact, metrics, report, stopping } = options
  const figures = createBackupFigures(core.settingStore, core.clock)
  metrics.gauge(
    'backup_last_proven_timestamp_seconds',
    'Moment of the newest proven backup, or 0',
    async () => (await figures()).lastProvenSeconds,
  )
  metrics.gauge(
    'backup_last_bytes',
    'Size of the newest proven backup',
    async () => (await figures()).lastBytes,
  )
  if (program === undefined) return { backUp: null, jobs: [] }
  const begin = createBeginBackup(core, createRunBackup(program), createBackupMail(core, redact))
  return {
    async backUp() {
      const make = await begin()
      // Where it fails, the status page says so.
      void make?.(stopping).catch(report)
      return make !== null
    },
    jobs: everyHours === 0 ? [] : [backupJob(core, everyHours, begin)],
  }
}
