import { statfs } from 'node:fs/promises'
import type { Language } from '@pennant/contract/enums'
import type { Provider } from '@pennant/contract/instance'
import { parseStorage } from '../adapters/blob/storage.ts'
import type { Config } from '../config/schema.ts'
import { secretsIn } from '../config/secret-values.ts'
import type { Bound } from '../http/bind.ts'
import type { MailService } from '../modules/mail/service.ts'
import type { RenderedMail } from '../modules/mail/template.ts'
import { createHeartbeat } from '../modules/status/heartbeat.ts'
import type { ProcessFacts, StatusNeeds } from '../modules/status/needs.ts'
import { statusRoutes } from '../modules/status/routes.ts'
import { createStatus } from '../modules/status/service.ts'
import { createStatusStore } from '../modules/status/store.ts'
import { createTrials } from '../modules/status/trial.ts'
import { createWords } from '../modules/status/words.ts'
import type { JobRun } from '../jobs/scheduler.ts'
import type { Journal } from '../telemetry/journal.ts'
import { publishedAt } from './containers.ts'
import type { Services } from './services.ts'

type Needs = {
  config: Config
  services: Services
  journal: Journal
  version: string
  site: StatusNeeds['site']
  mail: Pick<MailService, 'status'>
  sender: () => { name: string; address: string }
  trialMail: (language: Language) => RenderedMail
  captchaInUse: () => boolean
  provider: () => Promise<Provider>
  emailOf: (userId: string) => Promise<string | null>
  /** Not to be called before everything is built. */
  jobs: () => readonly string[]
  facts: () => ProcessFacts
}

export type StatusParts = {
  routes: Bound[]
  /** Remembers what came of a job. Never fails. */
  noteRun(run: JobRun): Promise<void>
  lead(leads: boolean): void
  /** Says that this process is there, until `signal` aborts. */
  beat(signal: AbortSignal): Promise<void>
}

/** What is done every few seconds is written down less often, unless something else came of it. */
const noteEveryMs = 30_000

/** Everything about how the installation is. */
export const wireStatus = (needs: Needs): StatusParts => {
  const { config, services, journal } = needs
  const { clock, blobs, cache, bus, captcha, mailer } = services
  const store = createStatusStore(services.db)
  const words = createWords(secretsOf(config))
  const noted = new Map<string, { begun: number; failed: string | null }>()
  const heartbeat = createHeartbeat({ store, clock, facts: needs.facts })
  const { connectionStrings: given } = config
  const parts = {
    store,
    clock,
    journal,
    words,
    version: needs.version,
    setup: {
      embedded: given.database === null,
      cache: given.redisCache === null ? 'Memory' : 'Redis',
      storage: services.blobFolder === null ? 'S3' : 'Local',
      instancesHost: publishedAt(config, services.containers.kind),
      keyInData: config.secretKey === null,
    },
    site: needs.site,
    pool: services.pool,
    space: async () => {
      if (services.blobFolder === null) return null
      const { bavail, blocks, bsize } = await statfs(services.blobFolder)
      return { free: bavail * bsize, total: blocks * bsize }
    },
    cache,
    bus,
    blobs,
    provider: needs.provider,
    mail: needs.mail,
    mailer,
    sender: needs.sender,
    trialMail: needs.trialMail,
    captcha,
    captchaInUse: needs.captchaInUse,
    jobs: needs.jobs,
    facts: needs.facts,
    emailOf: needs.emailOf,
  } as const
  return {
    routes: statusRoutes(createStatus(parts, heartbeat), createTrials(parts)),
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
    beat: heartbeat.run,
  }
}

/** What must not be told even when it is quoted by what fails. */
const secretsOf = (config: Config): string[] => {
  const { database, redisCache, storage } = config.connectionStrings
  const keys = parseStorage(storage)
  return [
    ...secretsIn(config),
    ...[database, redisCache].flatMap(passwordsIn),
    ...(keys.kind === 's3' && keys.credentials !== null
      ? [keys.credentials.accessKey, keys.credentials.secretKey, keys.credentials.sessionToken]
      : []),
  ].filter((secret) => secret !== null)
}

const passwordsIn = (url: string | null): (string | null)[] => {
  const password = /^[a-z]+:\/\/[^/@]*?:([^/]*)@/i.exec(url ?? '')?.[1] ?? null
  return [password, password === null ? null : plain(password)]
}

const plain = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
