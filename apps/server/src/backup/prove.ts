import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createScratch, type Scratch, startScratch } from '../adapters/sql/backup/scratch.ts'
import { connect, type DatabaseAddress } from '../adapters/sql/connect.ts'
import type { OpenBlobStore } from '../adapters/blob/open.ts'
import { createNoContainers } from '../adapters/containers/none.ts'
import type { Config } from '../config/schema.ts'
import { createAdministrators } from '../core/identity/administrators.ts'
import { atShell } from '../core/identity/caller.ts'
import { cookieName } from '../http/session-cookie.ts'
import { DamagedTar } from '../kit/sealed-tar/reader.ts'
import type { PasswordHasher } from '../kit/password/argon2.ts'
import type { Clock } from '../ports/clock.ts'
import { createOut } from '../telemetry/out.ts'
import { buildApp } from '../app/app.ts'
import { answerHash } from './boards.ts'
import { keyFingerprint } from '../core/backup/last-proven.ts'
import { expectKnownSchema, isRefusedRow, loadRows, migrateTo, Unlike } from './load.ts'
import type { Manifest } from './manifest.ts'
import { type Pause, pausing } from './pause.ts'
import { openBackup, type ReadBackup } from './read.ts'
import { freeIn, lackingRoom } from './room.ts'

type Means = {
  config: Config
  /** Null: a database is started in `temporary`. */
  server: DatabaseAddress | null
  /** Null: not known here. */
  secretKey: string | null
  version: string
  temporary: string
  clock: Clock
  hasher?: PasswordHasher
  signal: AbortSignal
  say(text: string): void
  /** Between two portions of the work. */
  pause: Pause
}

/** `why`: what keeps the backup from being a proven one. */
export type Verdict = { isProven: boolean; why: string[]; backup: ReadBackup | null }

/** Starts an installation from the backup, and compares it with the one that was backed up. */
export const proveBackup = async (path: string, means: Means): Promise<Verdict> => {
  let backup: ReadBackup | null = null
  try {
    backup = await openBackup(path)
    const { manifest } = backup
    expectKnownSchema(manifest)
    const lacking = means.server === null ? lackingRoom(manifest, await freeIn(means.temporary)) : null
    if (lacking !== null) return { isProven: false, why: [lacking], backup }
    means.say('The file is complete. Starting an installation from it…')
    await means.pause()
    const why = [...missingOf(manifest), ...(await startFrom(backup, means))]
    means.say('Checking the files…')
    await readFiles(backup, means)
    return { isProven: why.length === 0, why, backup }
  } catch (error) {
    if (!(error instanceof DamagedTar || error instanceof Unlike || isRefusedRow(error))) throw error
    return { isProven: false, why: [error.message], backup }
  }
}

export const missingOf = ({ missing, hasFiles }: Manifest): string[] => [
  ...missing.map(({ hash, holders }) => {
    const who = holders.length === 0 ? 'nothing that is known' : holders.join(', ')
    return `The file ${hash} was missing from the storage. It belongs to: ${who}.`
  }),
  ...(hasFiles ? [] : ['The backup was made without files.']),
]

const startFrom = async (backup: ReadBackup, means: Means): Promise<string[]> => {
  const { server, temporary, signal, say, pause } = means
  const { manifest } = backup
  const scratch = await (server === null ? startScratch(temporary, signal) : createScratch(server, signal))
  try {
    await migrateTo(scratch.address, manifest.schema.at(-1))
    const table = (name: string): Readable => pausing(backup.table(name), pause)
    await loadRows(scratch.address, { manifest, table }, signal)
    say(`${manifest.tables.length} tables are as they were. Comparing scoreboards…`)
    await migrateTo(scratch.address)
    signal.throwIfAborted()
    return await compareBoards(scratch, manifest, means)
  } finally {
    await scratch.close()
  }
}

const compareBoards = async (
  { address }: Scratch,
  { boards, version, keyFingerprint: ofBackup }: Manifest,
  means: Means,
): Promise<string[]> => {
  const { config, secretKey, temporary, clock, signal, pause } = means
  const dataFolder = await mkdtemp(join(temporary, 'server-'))
  // Nobody is shown the scoreboard of a game that hasn't started.
  const allStarted = await lastStartIn(address)
  const isItsKey = secretKey !== null && keyFingerprint(secretKey) === ofBackup
  const app = await buildApp({
    config: {
      ...config,
      connectionStrings: { ...config.connectionStrings, redisCache: null },
      disableRateLimit: true,
      adminPassword: null,
      publicUrl: null,
    },
    database: address,
    dataFolder,
    secretKey: isItsKey ? secretKey : randomBytes(32).toString('base64'),
    containers: createNoContainers(),
    blobs: noFiles,
    clock: { now: () => Math.max(clock.now(), allStarted) },
    out: createOut('fatal', { write: () => undefined }),
    webRoot: null,
    production: true,
    configSources: new Map(),
    ...(means.hasher === undefined ? {} : { hasher: means.hasher }),
  })
  try {
    const name = `proof${randomBytes(4).toString('hex')}`
    const account = {
      userName: name,
      email: `${name}@proof.invalid`,
      password: `Aa1-${randomBytes(12).toString('hex')}`,
    }
    const owner = await createAdministrators(app.core)(account, () => atShell('proof'))
    const origin = { address: null, agent: '', secure: false }
    const { token } = await app.core.sessions.begin(owner, origin)
    const why: string[] = []
    for (const { gameId, ...before } of boards) {
      signal.throwIfAborted()
      await pause()
      const answer = await app.http.inject({
        url: `/api/game/${gameId}/scoreboard/live`,
        headers: { cookie: `${cookieName(false)}=${token}`, host: 'localhost' },
      })
      const now = answer.statusCode === 200 ? answerHash(gameId, answer.rawPayload) : null
      const isSame =
        means.version === version ? now?.sha256 === before.sha256 : now?.standings === before.standings
      if (!isSame) why.push(`The scoreboard of game ${gameId} is another one than at the backup.`)
    }
    return why
  } finally {
    await app.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

const lastStartIn = async (address: DatabaseAddress): Promise<number> => {
  const { db, close } = connect(address, { poolSize: 1, onError: () => undefined })
  try {
    const last = await db
      .selectFrom('game')
      .select((eb) => eb.fn.max('start_at').as('at'))
      .executeTakeFirst()
    return last?.at?.getTime() ?? 0
  } finally {
    await close()
  }
}

const readFiles = async (
  backup: ReadBackup,
  { signal, pause }: Pick<Means, 'pause' | 'signal'>,
): Promise<void> => {
  for (const file of backup.manifest.files) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    await pipeline(pausing(backup.file(file), pause), nowhere, { signal })
  }
}

const refuse = (): never => {
  throw new Error('a proof reads and writes no files of the storage')
}
const noFiles: OpenBlobStore = {
  ...{ put: refuse, get: refuse, stat: refuse, delete: refuse, list: refuse, check: refuse },
  close: async () => undefined,
}
