import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openBlobStore } from '../adapters/blob/open.ts'
import { parseStorage } from '../adapters/blob/storage.ts'
import { connect } from '../adapters/sql/connect.ts'
import { expectCurrent } from '../adapters/sql/migrate.ts'
import { assertUsable } from '../adapters/sql/assert-usable.ts'
import { expectRoomFor } from '../backup/room.ts'
import {
  type BackupTarget,
  type ListedBackup,
  openTarget,
  type Proof,
  storageFolderOf,
} from '../backup/target.ts'
import { createTemporary } from '../backup/temporary.ts'
import type { Config } from '../config/schema.ts'
import { createSettingStore, type SettingStore } from '../core/setting/store.ts'
import { StartFault } from '../kit/start-fault.ts'
import { silentMs } from '../modules/status/heartbeat.ts'
import { createStatusStore } from '../modules/status/store.ts'
import type { BlobStore } from '../ports/blob.ts'
import { openDatabase, type OpenDatabase } from './database.ts'
import { finding, type Input, type Io, Refusal, wrongUsage } from './verb.ts'

/** Closes everything in the end, last things first. */
export const withOpened = async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
  const opened: Opened = []
  try {
    return await work(opened)
  } finally {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
  }
}

export type Opened = (() => Promise<unknown>)[]

type SourceDatabase = OpenDatabase & {
  settingStore: SettingStore
  storedKey: string | null
  /** Of the slowest of its servers. */
  loopDelayMs(): Promise<number>
}

export const openSourceDatabase = async (config: Config, io: Io, opened: Opened): Promise<SourceDatabase> => {
  const database = await openDatabase(config, io)
  opened.push(database.close)
  const { db, pool, untyped, close } = connect(database.address, { poolSize: 1, onError: () => undefined })
  opened.push(close)
  await assertUsable(pool)
  await expectCurrent(untyped)
  const settingStore = createSettingStore(db)
  const stored = await settingStore.find('SecretKey')
  return {
    ...database,
    settingStore,
    storedKey: typeof stored === 'string' ? stored : null,
    loopDelayMs: () => createStatusStore(db).slowestLoopMs(new Date(io.clock.now() - silentMs)),
  }
}

export const openFiles = async (text: string, dataDir: string, opened: Opened): Promise<BlobStore> => {
  const storage = parseStorage(text)
  const blobs = await openBlobStore(
    storage.kind === 'disk' ? { ...storage, path: resolve(dataDir, storage.path) } : storage,
  )
  opened.push(() => blobs.close())
  return blobs
}

export const openTargetOf = async (
  { flags }: Input,
  { backup, connectionStrings, dataDir }: Config,
  { cwd }: Io,
  opened: Opened,
): Promise<BackupTarget> => {
  const given = flags['to']
  const storageFolder = storageFolderOf(connectionStrings.storage, dataDir)
  if (typeof given === 'string' && /(?:accessKey|secretKey|sessionToken)=/i.test(given))
    throw wrongUsage('Keys of a bucket never go into an argument.', 'Set PENNANT_BACKUP__TO instead.')
  const [to, from] = typeof given === 'string' ? [given, cwd] : [backup.to, dataDir]
  const target = await openTarget(to, { from, storageFolder }).catch((error: unknown) => {
    if (!(error instanceof StartFault)) throw error
    throw new Refusal(4, finding('error', 'backup.target', 'backup', error.message))
  })
  opened.push(() => target.blobs.close())
  return target
}

/** Deleted in the end. Other accounts can pass through and see nothing. */
export const openTemporary = async (opened: Opened): Promise<string> => {
  const { folder, remove } = await createTemporary()
  opened.push(remove)
  return folder
}

/** The name of a backup in its target; null for a path. */
export const findByName = async (
  input: Input,
  config: Config,
  io: Io,
  opened: Opened,
): Promise<{ target: BackupTarget; name: string; proof: Proof | null } | null> => {
  const [word = ''] = input.words
  if (/[/\\]/.test(word)) return null
  const target = await openTargetOf(input, config, io, opened)
  const all = await target.list()
  const words: Readonly<Record<string, [one: ListedBackup | undefined, what: string]>> = {
    latest: [all.at(-1), 'backup'],
    proven: [all.findLast(({ proof }) => proof?.isProven === true), 'proven backup'],
  }
  const [one, what] = words[word] ?? [all.find((other) => other.name === word), 'backup of this name']
  if (one === undefined)
    throw wrongUsage(
      `There is no ${what} in ${target.shown}.`,
      'Run `pennant backup list`, or give a path, such as ./FILE.',
    )
  return { target, name: one.name, proof: one.proof }
}

export const existing = async (word: string, { cwd }: Io): Promise<string> => {
  const path = resolve(cwd, word)
  const info = await stat(path).catch(() => null)
  if (info?.isFile() !== true) throw wrongUsage(`There is no file "${path}".`)
  return path
}

export const identityFlag = {
  flags: { identity: { type: 'string' } },
  flagTexts: { identity: 'File with the age identity that opens an encrypted backup' },
} as const

const ageMark = Buffer.from('age-encryption.org/')

/** The file itself, or what is in it if it is encrypted. */
export const decrypted = async (
  path: string,
  { flags }: Input,
  io: Io,
  temporary: string,
): Promise<string> => {
  if (!(await startsWith(path, ageMark))) return path
  const { identity } = flags
  if (typeof identity !== 'string')
    throw wrongUsage('The backup is encrypted.', 'Add --identity with the file that has its age identity.')
  const lines = await readFile(await existing(identity, io), 'utf8')
  await expectRoomFor((await stat(path)).size, temporary)
  const plain = join(temporary, 'decrypted.tar')
  const { decryptWith } = await import('../kit/age/age.ts')
  try {
    const content = await decryptWith(lines, createReadStream(path))
    await pipeline(content, createWriteStream(plain, { mode: 0o600, flags: 'wx' }), { signal: io.signal })
  } catch (error) {
    io.signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    throw new Refusal(4, finding('error', 'backup.locked', 'backup', `Couldn't decrypt the backup: ${why}.`))
  }
  return plain
}

const startsWith = async (path: string, mark: Buffer): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0)
    return bytesRead === mark.length && buffer.equals(mark)
  } finally {
    await file.close()
  }
}

/** `path`: on this machine, decrypted. `listed`: what its target knows of it; null for a path. */
export type FoundBackup = {
  path: string
  listed: { name: string; target: string; proof: Proof | null } | null
}

export const findBackup = async (
  input: Input,
  config: Config,
  io: Io,
  opened: Opened,
): Promise<FoundBackup> => {
  const found = await findByName(input, config, io, opened)
  const temporary = await openTemporary(opened)
  const path =
    found === null
      ? await existing(input.words[0] ?? '', io)
      : await found.target.fetch(found.name, temporary)
  const listed = found === null ? null : { ...found, target: found.target.shown }
  return { path: await decrypted(path, input, io, temporary), listed }
}
