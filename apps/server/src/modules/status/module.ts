import { statfs } from 'node:fs/promises'
import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import type { JobRun } from '../../kit/scheduler.ts'
import { createHeartbeat } from './heartbeat.ts'
import type { StatusNeeds } from './needs.ts'
import { statusRoutes } from './routes.ts'
import { createStatus } from './service.ts'
import { createStatusStore } from './store.ts'
import { createTrials } from './trial.ts'
import { createWords } from './words.ts'

type Needs = Pick<
  Core,
  | 'blobs'
  | 'bus'
  | 'cache'
  | 'captcha'
  | 'clock'
  | 'containers'
  | 'db'
  | 'journal'
  | 'mail'
  | 'mailer'
  | 'outgoing'
  | 'sender'
  | 'settings'
  | 'site'
  | 'trialMail'
  | 'users'
>

type Others = Pick<
  StatusNeeds,
  'facts' | 'instancesHost' | 'jobs' | 'pool' | 'provider' | 'setup' | 'version'
> & {
  /** What must not be told even when it is quoted by what fails. */
  secrets: readonly string[]
  /** Where files are on the disk; null in a bucket. */
  blobFolder: string | null
  /** Players reach instances through this server alone. */
  proxied: boolean
}

type StatusModule = Module & {
  /** Remembers what came of a job. Never fails. */
  noteRun(run: JobRun): Promise<void>
  lead(leads: boolean): void
}

/** What is done every few seconds is written down less often, unless something else came of it. */
const noteEveryMs = 30_000

export const statusModule = (core: Needs, others: Others): StatusModule => {
  const { clock, outgoing, users, containers, settings } = core
  const { blobFolder, proxied } = others
  const store = createStatusStore(core.db)
  const words = createWords(others.secrets, () => [outgoing.mail().password, outgoing.captcha().secretKey])
  const noted = new Map<string, { begun: number; failed: string | null }>()
  const heartbeat = createHeartbeat({ store, clock, facts: others.facts })
  const parts: StatusNeeds = {
    ...core,
    ...others,
    store,
    words,
    async space() {
      if (blobFolder === null) return null
      const { bavail, blocks, bsize } = await statfs(blobFolder)
      return { free: bavail * bsize, total: blocks * bsize }
    },
    async limits() {
      const limits = await containers.limits()
      return proxied ? limits : { ...limits, unreachable: null }
    },
    unreadable: () => ({ mail: outgoing.mail().unreadable, captcha: outgoing.captcha().unreadable }),
    captchaInUse: () => settings.accountPolicy().useCaptcha,
    emailOf: async (userId) => (await users.byId(userId))?.email ?? null,
  }
  return {
    routes: statusRoutes(createStatus(parts, heartbeat), createTrials(parts)),
    start: heartbeat.run,
    async noteRun({ job, begun, milliseconds, error }) {
      const failed = error === undefined ? null : words(error)
      const before = noted.get(job)
      if (before?.failed === failed && Math.abs(begun - before.begun) < noteEveryMs) return
      noted.set(job, { begun, failed })
      await store
        .noteRun({ name: job, begun_at: new Date(begun), milliseconds, failed })
        .catch(() => noted.delete(job))
    },
    lead: heartbeat.lead,
  }
}
