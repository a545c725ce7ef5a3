import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import pLimit from 'p-limit'
import type { ExternalServices } from '../core/core.ts'
import { openBlobStore, type OpenBlobStore } from '../adapters/blob/open.ts'
import { parseStorage, secretsOf } from '../adapters/blob/storage.ts'
import { databaseBus, tellingBus } from '../adapters/bus/database.ts'
import { createCaptcha, type CaptchaConfig } from '../adapters/captcha/create.ts'
import { createCaptchaInUse } from '../adapters/captcha/in-use.ts'
import { openContainers } from '../adapters/containers/open.ts'
import { createMailerInUse } from '../adapters/mail/in-use.ts'
import { type SmtpOptions, trySmtp } from '../adapters/mail/smtp.ts'
import { memoryCache } from '../adapters/cache/memory.ts'
import { createSharpProcessor } from '../kit/image/sharp.ts'
import { memoryLimiter } from '../adapters/limiter/memory.ts'
import { memoryLock } from '../adapters/lock/memory.ts'
import { postgresPresence } from '../adapters/lock/presence.ts'
import { type Limit, notedLimit } from '../kit/noted-limit.ts'
import { createArgon2Hasher, type PasswordHasher } from '../kit/password/argon2.ts'
import type { NoteWait } from '../adapters/sql/after-commit.ts'
import { connect, type DatabaseAddress, type DatabaseConnection } from '../adapters/sql/connect.ts'
import { assertUsable } from '../adapters/sql/assert-usable.ts'
import { expectCurrent, isCurrent, migrate } from '../adapters/sql/migrate.ts'
import type { Config } from '../config/schema.ts'
import { secretsIn } from '../config/secret-values.ts'
import type { CaptchaKeys } from '../core/setting/captcha-keys.ts'
import type { MailServer } from '../core/setting/mail-server.ts'
import { installationMark } from '../core/setting/vault.ts'
import type { Cache } from '../ports/cache.ts'
import type { Clock } from '../ports/clock.ts'
import type { Containers } from '../ports/containers.ts'
import { createSettingStore } from '../core/setting/store.ts'
import { storedSecret } from '../core/setting/stored-secret.ts'
import type { Out } from '../telemetry/out.ts'
import { createRecentTimes, createRecentWorst } from '../telemetry/recent.ts'
import { targetConfig } from '../backup/target.ts'
import type { Opening } from './redis.ts'

export type Adapters = Awaited<ReturnType<typeof openAdapters>>

export type Environment = {
  config: Config
  database: DatabaseAddress
  dataFolder: string
  clock: Clock
  out: Out
  /** Null: a key is generated and kept in the database, for all processes. */
  secretKey: string | null
  inCluster?: boolean
  containers?: Containers
  blobs?: OpenBlobStore
  /** A function is given the limit to work within. */
  hasher?: PasswordHasher | ((limit: Limit) => PasswordHasher)
  /** Works beside the servers: expects their schema, and tells them what it changes. */
  isCommand?: boolean
}

const hashesAtOnce = 4
// Converting a large image takes up to 160 MB.
const imagesAtOnce = 2

export const openAdapters = async (environment: Environment, siteUrl: () => string | null) => {
  const { config, database, dataFolder, clock, out, inCluster = false } = environment
  const opened: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
  }
  const report = (message: string, error?: unknown): void =>
    out.warn(error === undefined ? {} : { err: error }, message)
  const open = (poolSize: number, lost: string, noteWait?: NoteWait): DatabaseConnection => {
    const connection = connect(database, {
      ...{ poolSize, onError: (error) => report(lost, error) },
      ...(noteWait === undefined ? {} : { noteWait }),
    })
    opened.push(connection.close)
    return connection
  }

  // Wrong ones, before anything is migrated.
  const storage = parseStorage(config.connectionStrings.storage)
  const backups = targetConfig(config.backup.to)

  try {
    const poolWait = createRecentTimes()
    const connection = open(config.databasePool, 'database connection lost', poolWait.note)
    await assertUsable(connection.pool)
    if (environment.isCommand) await expectCurrent(connection.untyped)
    else {
      const applied = await migrate(connection.untyped)
      if (applied.length > 0) out.info({ migrations: applied }, 'database migrated')
    }

    const { pool: present } = open(1, 'lost the connection that counts this process')
    const presence = postgresPresence({ pool: present, report })
    opened.push(() => presence.leave())

    const shared = await openShared(environment, { open, report, opened })
    const blobFolder = storage.kind === 'disk' ? resolve(dataFolder, storage.path) : null
    const blobs =
      environment.blobs ??
      (await openBlobStore(
        storage.kind === 'disk' && blobFolder !== null ? { ...storage, path: blobFolder } : storage,
      ))
    opened.push(() => blobs.close())
    const secretKey = environment.secretKey ?? (await storedSecret(createSettingStore(connection.db), clock))
    const containers =
      environment.containers ??
      (await openContainers(config.containerProvider, {
        registries: config.registries,
        installation: installationMark(secretKey),
        siteUrl,
        inCluster,
        onNote: (note) => out.warn(note),
      }))
    opened.push(() => containers.close())

    const hashWait = createRecentWorst()
    return {
      db: connection.db,
      afterCommit: connection.afterCommit,
      databaseCurrent: () => isCurrent(connection.untyped),
      pool: () => {
        const { totalCount, idleCount, waitingCount } = connection.pool
        return { size: config.databasePool, open: totalCount, idle: idleCount, waiting: waitingCount }
      },
      poolWaitMs: () => poolWait.percentile(0.99),
      ...shared,
      ownLimiter: memoryLimiter(clock),
      presence,
      blobs,
      blobFolder,
      hasher: hasherOf(environment.hasher, notedLimit(pLimit(hashesAtOnce), hashWait.note)),
      hashWaitMs: hashWait.worst,
      images: createSharpProcessor({ limit: pLimit(imagesAtOnce) }),
      containers,
      clock,
      external: openExternalServices(environment, shared.cache),
      secretKey,
      secrets: [...secretsIn(config), ...secretsOf(storage), ...secretsOf(backups)],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const hasherOf = (given: Environment['hasher'], limit: Limit): PasswordHasher =>
  typeof given === 'function' ? given(limit) : (given ?? createArgon2Hasher({ limit }))

const openShared = async ({ config, clock, isCommand = false }: Environment, opening: Opening) => {
  const { open, report, opened } = opening
  const url = config.connectionStrings.redisCache
  if (url === null) {
    const { pool } = open(1, 'lost the connection that hears commands')
    const bus = isCommand ? tellingBus({ pool, report }) : await databaseBus({ pool, report })
    opened.push(() => bus.close())
    return { bus, cache: memoryCache(clock), limiter: memoryLimiter(clock), lock: memoryLock(report) }
  }
  // The Redis client is only loaded when needed.
  const { openRedisAdapters } = await import('./redis.ts')
  return openRedisAdapters(url, clock, opening)
}

const openExternalServices = ({ config, clock, out }: Environment, cache: Cache): ExternalServices => {
  const smtp = (server: MailServer): SmtpOptions => ({
    host: server.host,
    port: server.port,
    user: server.userName,
    password: server.password,
    sender: server.senderAddress,
    bypassCertVerify: config.emailConfig.smtp.bypassCertVerify,
    secure: server.security,
  })
  const test = ({ provider, siteKey, secretKey, difficulty }: CaptchaKeys): CaptchaConfig => ({
    provider,
    siteKey: siteKey === '' ? null : siteKey,
    secretKey: secretKey === '' ? null : secretKey,
    verifyUrl: config.captchaConfig.verifyUrl,
    hashPow: { difficulty },
  })
  const means = { cache, clock, random: randomBytes }
  return {
    mailerOf: (current) =>
      createMailerInUse(() => {
        const server = current()
        return server === null ? null : smtp(server)
      }),
    tryMail: (server, mail) => trySmtp(smtp(server), mail),
    captchaOf: (keys) =>
      createCaptchaInUse(() => test(keys()), { ...means, log: (message) => out.warn({}, message) }),
    tryCaptcha: (keys) => createCaptcha(test(keys), { ...means, log: () => undefined }).check(),
  }
}
