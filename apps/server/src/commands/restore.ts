import { mkdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { keepSecret, readSecret } from '../adapters/data-folder/data-folder.ts'
import { parseStorage } from '../adapters/blob/storage.ts'
import { type Contents, createBeside, lookInside, type NewDatabase } from '../adapters/sql/backup/place.ts'
import { OlderCluster } from '../adapters/sql/embedded/cluster.ts'
import { setAsideEmbedded } from '../adapters/sql/embedded/attach.ts'
import { connect, type DatabaseAddress } from '../adapters/sql/connect.ts'
import { keyFingerprint, noteProven, type ProvenBackup } from '../core/backup/last-proven.ts'
import { expectKnownSchema, isRefusedRow, Unlike } from '../backup/load.ts'
import { openBackup, type ReadBackup } from '../backup/read.ts'
import { restoreDatabase, restoreFiles, sealedIn } from '../backup/restore.ts'
import { targetConfig } from '../backup/target.ts'
import { createAudit } from '../core/audit/audit.ts'
import { atShell } from '../core/identity/caller.ts'
import { heldMails } from '../core/mail/store.ts'
import { createSettingStore } from '../core/setting/store.ts'
import { DamagedTar } from '../kit/sealed-tar/reader.ts'
import type { BlobStore } from '../ports/blob.ts'
import {
  findBackup,
  type FoundBackup,
  identityFlag,
  openFiles,
  type Opened,
  withOpened,
} from './backup-places.ts'
import { openDatabase } from './database.ts'
import { doctor } from './doctor.ts'
import { whileNoServerRuns } from './no-server.ts'
import { type GameEnd, readGameEnds, restoredOutcome } from './restore-report.ts'
import { readSettings } from './settings.ts'
import {
  done,
  expectConsent,
  finding,
  type Input,
  type Io,
  type Outcome,
  Refusal,
  type Verbs,
} from './verb.ts'

export const restoreVerbs: Verbs = {
  restore: {
    words: ['FILE'],
    flags: {
      ...identityFlag.flags,
      to: { type: 'string' },
      into: { type: 'string' },
      files: { type: 'string' },
      replace: { type: 'boolean' },
    },
    flagTexts: {
      ...identityFlag.flagTexts,
      to: 'Where the backup is, if FILE is a name or latest. Otherwise, backup.to',
      into: 'Address of the PostgreSQL database. Otherwise, that of your settings',
      files: 'Folder for uploaded files. Otherwise, the storage of your settings',
      replace: 'Put the backup in the place of what the database has, which is kept under another name',
    },
    summary: 'Fill an empty database, and the storage, from a backup',
    run: (input, io) => withOpened((opened) => restore(input, io, opened)),
  },

  'restore release-emails': {
    words: [],
    flags: {},
    summary: 'Send the emails that were due when the backup was made',
    run: (input, io) =>
      withOpened(async (opened) => {
        const { config } = readSettings(input, io)
        const database = await openDatabase(config, io)
        opened.push(database.close)
        const { db, close } = connect(database.address, { poolSize: 1, onError: () => undefined })
        opened.push(close)
        const gone = await db.deleteFrom('setting').where('key', '=', heldMails).executeTakeFirst()
        return done(
          gone.numDeletedRows === 0n
            ? 'No emails are held.'
            : 'Released. The server sends them within a minute, if their links still work.',
        )
      }),
  },
}

const refusal = (code: string, message: string, remedy: string | null = null): Refusal =>
  new Refusal(4, finding('error', code, 'backup', message, { remedy }))

const restore = async (input: Input, io: Io, opened: Opened): Promise<Outcome> => {
  const { config, findings } = readSettings(input, io)
  // What the server will start with, while nothing is touched.
  parseStorage(config.connectionStrings.storage)
  targetConfig(config.backup.to)
  const { path, listed } = await findBackup(input, config, io, opened)
  io.say('Checking the backup…')
  const backup = await openBackup(path).catch(throwRefusal)
  expectKnownSchema(backup.manifest)

  const into = input.flags['into']
  const isEmbedded = typeof into !== 'string' && config.connectionStrings.database === null
  const known = config.secretKey ?? (isEmbedded ? await readSecret(resolve(config.dataDir)) : null)
  // Before a database is created for it.
  if (isEmbedded) expectKey(known ?? backup.secretKey, backup)
  const { address, aside } = await openPlace(input, io, opened, known ?? backup.secretKey)
  const before = await lookInside(address, io.signal)
  const key = known ?? before.storedKey ?? backup.secretKey
  expectKey(key, backup)
  const isReplaced = await expectRoom(before, backup, input, io)
  const folder = input.flags['files']
  const storage =
    typeof folder === 'string' ? `disk://path=${resolve(io.cwd, folder)}` : config.connectionStrings.storage
  const files = await openFiles(storage, config.dataDir, opened)

  const storedKey = known === null && !isEmbedded ? key : null
  const keepKey = async (): Promise<void> => {
    if (isEmbedded && config.secretKey === null) await keepSecret(config.dataDir, key)
  }
  const proven = provenOf(backup, listed)
  const ends: GameEnd[] = []
  const given = { backup, files, storedKey, keepKey, proven, ends, io }
  const kept = isReplaced ? await replace(address, before.database, given) : await fill(address, given)
  const looked = await lookAround(input, io, { into, storage })
  const outcome = restoredOutcome(backup, { database: before.database, kept, aside, ends }, looked)
  return { ...outcome, findings, exit: findings.length === 0 ? 0 : 3 }
}

/** What no server has to run for. */
const skipped = 'place,proxy,safety,limits'

/** By `doctor`, on what was restored. Its findings are no failure of the restore. */
const lookAround = async (
  input: Input,
  io: Io,
  { into, storage }: { into: string | boolean | undefined; storage: string },
): Promise<Outcome> => {
  io.say('Checking the installation…')
  const env = {
    ...io.env,
    ...(typeof into === 'string'
      ? { DATABASE_URL: undefined, PENNANT_CONNECTION_STRINGS__DATABASE: into }
      : {}),
    PENNANT_CONNECTION_STRINGS__STORAGE: storage,
  }
  const flags = { config: input.flags['config'], skip: skipped }
  return doctor.run({ words: [], flags }, { ...io, env, say: () => undefined }).catch((error: unknown) => {
    io.signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    return { exit: 1, text: `pennant doctor failed: ${why}`, result: null, findings: [] } as const
  })
}

type Place = { address: DatabaseAddress; aside: string | null }

const openPlace = async (input: Input, io: Io, opened: Opened, secretKey: string | null): Promise<Place> => {
  const { config } = readSettings(input, io)
  const into = input.flags['into']
  if (typeof into === 'string') return { address: { url: into }, aside: null }
  if (config.connectionStrings.database === null)
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const openIt = async (aside: string | null): Promise<Place> => {
    const database = await openDatabase({ ...config, secretKey }, io, { mayCreate: true })
    opened.push(database.close)
    return { address: database.address, aside }
  }
  return openIt(null).catch(async (error: unknown) => {
    if (!(error instanceof OlderCluster)) throw error
    const remedy = 'Add --replace, which keeps it under another name.'
    if (input.flags['replace'] !== true) throw refusal('database.older', error.message, remedy)
    await expectConsent(input, io, 'Keep the data of the older PostgreSQL aside, and start from the backup?')
    const aside = await setAsideEmbedded(config.dataDir)
    io.say(`The data of the older PostgreSQL is in "${aside}".`)
    return openIt(aside)
  })
}

const expectKey: (key: string | null, backup: ReadBackup) => asserts key is string = (key, backup) => {
  const lost = `Without the key of the backup, these would be lost: ${sealedIn(backup).join(', ')}.`
  if (key === null)
    throw refusal(
      'key.missing',
      `The secret key isn't here. ${lost}`,
      'Set PENNANT_SECRET_KEY_FILE, or put secret.key into the data folder.',
    )
  if (keyFingerprint(key) !== backup.manifest.keyFingerprint)
    throw refusal(
      'key.other',
      `The secret key is another one than that of the backup. ${lost}`,
      'Use the key of the backup.',
    )
}

/** True if the database has something that has to make room. */
const expectRoom = async (before: Contents, backup: ReadBackup, input: Input, io: Io): Promise<boolean> => {
  const { schema } = backup.manifest
  const isSame = before.schema.join(' ') === schema.join(' ')
  const isEmpty = !before.hasRows && (before.schema.length === 0 || isSame)
  if (isEmpty) return false
  const what = `The database "${before.database}" isn't empty: ${before.users} users, ${before.games} games.`
  if (input.flags['replace'] !== true)
    throw refusal('database.notEmpty', what, 'Add --replace, which keeps it under another name.')
  const time = new Date(backup.manifest.createdAt).toISOString()
  await expectConsent(input, io, `${what} Put the backup of ${time} in its place?`)
  return true
}

/** As the database would know it, had it not been made before its proof. */
const provenOf = (backup: ReadBackup, listed: FoundBackup['listed']): ProvenBackup | null => {
  if (listed === null || listed.proof?.isProven !== true || listed.proof.seal !== backup.seal) return null
  const { createdAt: at, keyFingerprint: fingerprint } = backup.manifest
  return { at, name: listed.name, target: listed.target, bytes: backup.bytes, keyFingerprint: fingerprint }
}

type Given = {
  backup: ReadBackup
  files: BlobStore
  storedKey: string | null
  keepKey: () => Promise<void>
  proven: ProvenBackup | null
  ends: GameEnd[]
  io: Io
}

const fill = async (address: DatabaseAddress, given: Given): Promise<null> => {
  await whileNoServerRuns(address, 'backup', () => write(address, given))
  return null
}

const replace = async (address: DatabaseAddress, name: string, given: Given): Promise<string> => {
  const { io } = given
  const made: NewDatabase[] = []
  try {
    await whileNoServerRuns(address, 'backup', async () => {
      const fresh = await createBeside(address, name, io.clock.now(), io.signal)
      made.push(fresh)
      await write(fresh.address, given)
    })
    const names = await Promise.all(made.map((fresh) => fresh.takePlace()))
    return names.join()
  } catch (error) {
    for (const fresh of made) await fresh.drop()
    // PostgreSQL's code for a database that someone is connected to.
    if (error instanceof Error && 'code' in error && error.code === '55006')
      throw refusal('database.used', `Someone is connected to the database "${name}". Nothing was changed.`)
    throw error
  }
}

const write = async (
  address: DatabaseAddress,
  { backup, files, storedKey, keepKey, proven, ends, io }: Given,
): Promise<void> => {
  const { clock, signal, say } = io
  say(`Restoring ${backup.manifest.files.length} files…`)
  await restoreFiles(files, backup, signal).catch(throwRefusal)
  say(`Restoring ${backup.manifest.tables.length} tables…`)
  await restoreDatabase(address, backup, { now: clock.now(), storedKey, signal }).catch(throwRefusal)
  await keepKey()
  const { db, afterCommit, close } = connect(address, { poolSize: 1, onError: () => undefined })
  try {
    const audit = createAudit({ db, clock, afterCommit, signals: { emit: () => undefined } })
    await audit.alone(atShell(io.account), 'backup.restore', {
      id: null,
      after: { backup: basename(backup.path) },
    })
    if (proven !== null) await noteProven(createSettingStore(db), clock.now(), proven)
    ends.push(...(await readGameEnds(db, backup.manifest.createdAt)))
  } finally {
    await close()
  }
}

const throwRefusal = (error: unknown): never => {
  if (error instanceof Unlike || isRefusedRow(error)) throw refusal('backup.unlike', error.message)
  throw error instanceof DamagedTar ? refusal('backup.damaged', error.message) : error
}
