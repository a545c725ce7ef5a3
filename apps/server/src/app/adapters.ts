import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { createTarGz } from '../adapters/archive/tar-gz.ts'
import { openBlobStore } from '../adapters/blob/open.ts'
import { parseStorage } from '../adapters/blob/storage.ts'
import { memoryBus } from '../adapters/bus/memory.ts'
import { memoryCache } from '../adapters/cache/memory.ts'
import { createCaptcha } from '../adapters/captcha/create.ts'
import { createSharpProcessor } from '../adapters/image/sharp.ts'
import { memoryLimiter } from '../adapters/limiter/memory.ts'
import { memoryLock } from '../adapters/lock/memory.ts'
import { createOutboxMailer } from '../adapters/mail/outbox.ts'
import { createSmtpMailer } from '../adapters/mail/smtp.ts'
import { createArgon2Hasher } from '../adapters/password/argon2.ts'
import { createXlsx } from '../adapters/sheet/xlsx.ts'
import { connect, type DatabaseAddress } from '../adapters/sql/connect.ts'
import { assertUsable } from '../adapters/sql/assert-usable.ts'
import { isCurrent, migrate } from '../adapters/sql/migrate.ts'
import { createZipReader } from '../adapters/zip/reader.ts'
import { createZipWriter } from '../adapters/zip/writer.ts'
import type { Config } from '../config/schema.ts'
import type { Archiver } from '../ports/archive.ts'
import type { BlobStore } from '../ports/blob.ts'
import type { Bus } from '../ports/bus.ts'
import type { Cache } from '../ports/cache.ts'
import type { Captcha } from '../ports/captcha.ts'
import type { Clock } from '../ports/clock.ts'
import type { Containers } from '../ports/containers.ts'
import type { Db } from '../ports/database.ts'
import type { ImageProcessor } from '../ports/image.ts'
import type { Limiter } from '../ports/limiter.ts'
import type { Lock } from '../ports/lock.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { PasswordHasher } from '../ports/password.ts'
import type { SheetWriter } from '../ports/sheet.ts'
import type { ZipReader, ZipWriter } from '../ports/zip.ts'
import { createSettingStore } from '../modules/setting/store.ts'
import { storedSecret } from '../modules/setting/stored-secret.ts'
import type { Out } from '../telemetry/out.ts'
import { openContainers } from './containers.ts'
import { createSlots } from './slots.ts'

/** Everything outside that the modules work with, opened as the configuration says. */
export type Services = {
  db: Db
  databaseCurrent(): Promise<boolean>
  /** The connections to the database, now. */
  pool(): { size: number; open: number; idle: number; waiting: number }
  cache: Cache
  bus: Bus
  limiter: Limiter
  lock: Lock
  blobs: BlobStore
  /** Where they are on the disk; null for a bucket. */
  blobFolder: string | null
  mailer: Mailer
  captcha: Captcha
  hasher: PasswordHasher
  images: ImageProcessor
  archiver: Archiver
  sheets: SheetWriter
  zipReader: ZipReader
  zipWriter: ZipWriter
  containers: Containers
  clock: Clock
  /** Protects what is stored locked. */
  secretKey: string
  close(): Promise<void>
}

export type ServiceNeeds = {
  config: Config
  database: DatabaseAddress
  /** Where everything lives that is not in the database. */
  dataFolder: string
  clock: Clock
  out: Out
  /** Without one it is made and kept in the database, for all processes. */
  secretKey: string | null
  /** This process runs as a pod of a cluster. */
  inCluster?: boolean
  /** Instead of what the configuration says. */
  containers?: Containers
}

const hashesAtOnce = 4
/** A large picture takes up to 160 MB while it is converted. */
const imagesAtOnce = 2

export const openServices = async ({
  config,
  database,
  dataFolder,
  clock,
  out,
  secretKey: givenKey,
  inCluster = false,
  containers: given,
}: ServiceNeeds): Promise<Services> => {
  const opened: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
  }
  const report = (message: string, error?: unknown): void =>
    out.warn(error === undefined ? {} : { err: error }, message)

  try {
    const connection = connect(database, {
      poolSize: config.databasePool,
      onError: (error) => out.warn({ err: error }, 'a database connection broke'),
    })
    opened.push(connection.close)
    await assertUsable(connection.pool)
    const applied = await migrate(connection.untyped)
    if (applied.length > 0) out.info({ migrations: applied }, 'database brought up to date')

    const shared = await openShared({ config, database, clock, report, opened })
    const storage = parseStorage(config.connectionStrings.storage)
    const blobFolder = storage.kind === 'disk' ? join(...diskPath(dataFolder, storage.path)) : null
    const blobs = await openBlobStore(
      storage.kind === 'disk' && blobFolder !== null ? { ...storage, path: blobFolder } : storage,
    )
    opened.push(() => blobs.close())
    const mailer = openMailer(config)
    opened.push(() => mailer.close())
    const secretKey = givenKey ?? (await storedSecret(createSettingStore(connection.db), clock))
    const containers = given ?? (await openContainers({ config, secretKey, inCluster, out }))
    opened.push(() => containers.close())

    return {
      db: connection.db,
      databaseCurrent: () => isCurrent(connection.untyped),
      pool: () => {
        const { totalCount, idleCount, waitingCount } = connection.pool
        return { size: config.databasePool, open: totalCount, idle: idleCount, waiting: waitingCount }
      },
      ...shared,
      blobs,
      blobFolder,
      mailer,
      captcha: createCaptcha(config.captchaConfig, {
        cache: shared.cache,
        clock,
        log: (message) => report(message),
        random: randomBytes,
      }),
      hasher: createArgon2Hasher({ turn: createSlots(hashesAtOnce) }),
      images: createSharpProcessor({ turn: createSlots(imagesAtOnce) }),
      archiver: createTarGz(),
      sheets: createXlsx(),
      zipReader: createZipReader(),
      zipWriter: createZipWriter(),
      containers,
      clock,
      secretKey,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type SharedNeeds = Pick<ServiceNeeds, 'config' | 'database' | 'clock'> & {
  report: (message: string, error?: unknown) => void
  opened: (() => Promise<void>)[]
}

/** What several processes have in common: in memory while there is one, in Redis as soon as there is one. */
const openShared = async ({ config, database, clock, report, opened }: SharedNeeds) => {
  const url = config.connectionStrings.redisCache
  if (url === null) {
    const bus = memoryBus(report)
    opened.push(() => bus.close())
    return {
      bus,
      cache: memoryCache(clock),
      limiter: memoryLimiter(clock),
      lock: memoryLock(report),
    }
  }
  // The client of Redis is loaded where there is one.
  const { openRedisServices } = await import('./redis-services.ts')
  return openRedisServices({ url, database, clock, report, opened })
}

const diskPath = (dataFolder: string, path: string): [string, ...string[]] =>
  path.startsWith('/') ? [path] : [dataFolder, path]

const openMailer = ({ emailConfig }: Config): Mailer => {
  const { senderAddress, userName, password, smtp } = emailConfig
  if (senderAddress.trim() === '') return createOutboxMailer()
  return createSmtpMailer({
    host: smtp.host,
    port: smtp.port,
    user: userName,
    password,
    sender: senderAddress,
    bypassCertVerify: smtp.bypassCertVerify,
    secure: smtp.secure,
  })
}
