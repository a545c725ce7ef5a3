import * as wire from '@pennant/contract/status'
import type { SystemStatus } from '@pennant/contract/status'
import type { Core } from '../../core/core.ts'
import { bind, type Module } from '../../http/bind.ts'
import { createRedaction } from '../../kit/redaction.ts'
import type { JobRun } from '../../kit/scheduler.ts'
import { createHeartbeat } from './heartbeat.ts'
import type { Installation } from './installation.ts'
import { type CheckedParts, createPartChecks } from './check-parts.ts'
import { createPageChecks, type PageParts } from './checks/page.ts'
import { createProbe, type ProbedParts } from './probe.ts'
import { createStatus } from './service.ts'
import { createStatusStore } from './store.ts'

type Parts = CheckedParts | PageParts | ProbedParts | 'audit' | 'db' | 'site'

type StatusModule = Module & {
  /** Never fails. */
  noteRun(run: JobRun): Promise<void>
  lead(leads: boolean): void
  read(): Promise<SystemStatus>
}

// Frequent jobs are noted less often, unless the outcome changes.
const noteEveryMs = 30_000
// The page is read again every few seconds.
const expensiveEveryMs = 120_000

export const statusModule = (
  core: Pick<Core, Parts>,
  installation: Installation,
  /** Null: this server makes no backups. False: one is under way. */
  backUp: (() => Promise<boolean>) | null,
): StatusModule => {
  const { outgoing } = core
  const store = createStatusStore(core.db)
  const changing = () => [outgoing.mail().password, outgoing.captcha().secretKey]
  const redact = createRedaction(installation.secrets, changing)
  const noted = new Map<string, { begun: number; failed: string | null }>()
  const heartbeat = createHeartbeat(core, store, installation)
  const checks = createPartChecks(core, store, installation, redact)
  const pageChecks = createPageChecks(core, store, installation, redact, expensiveEveryMs)
  const status = createStatus(core, store, heartbeat, checks, pageChecks, { ...installation, backUp })
  const tryPart = createProbe(core, installation.provider, redact)
  return {
    routes: [
      bind(wire.readStatus, () => status.read()),
      bind(wire.tryPart, (call) => tryPart(call.body.part, call)),
      bind(wire.backUpNow, (call) => status.backUp(call)),
      bind(wire.noteBackup, (call) => status.noteBackup(call.body.name, call)),
    ],
    start: heartbeat.run,
    async noteRun({ job, begun, milliseconds, error }) {
      const failed = error === undefined ? null : redact(error)
      const before = noted.get(job)
      if (before?.failed === failed && Math.abs(begun - before.begun) < noteEveryMs) return
      noted.set(job, { begun, failed })
      await store
        .noteRun({ name: job, begun_at: new Date(begun), milliseconds, failed })
        .catch(() => noted.delete(job))
    },
    lead: heartbeat.lead,
    read: status.read,
  }
}
