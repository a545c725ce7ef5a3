import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pLimit from 'p-limit'
import { createMeasure } from '../adapters/sql/backup/measure.ts'
import { openSnapshot, type Snapshot } from '../adapters/sql/backup/snapshot.ts'
import type { DatabaseAddress } from '../adapters/sql/connect.ts'
import { backupLock, keyOfFile } from '../core/file/store.ts'
import { type NewEntry, writeSealedTar } from '../kit/sealed-tar/writer.ts'
import { createHolderStore } from '../modules/file/store-holder.ts'
import type { BlobStore } from '../ports/blob.ts'
import type { Clock } from '../ports/clock.ts'
import type { Db } from '../ports/database.ts'
import { boardHashes } from './boards.ts'
import { keyFingerprint } from '../core/backup/last-proven.ts'
import { fileEntry, formatVersion, keyEntry, type Manifest, manifestName, tableEntry } from './manifest.ts'
import { expectLeft, type Room } from './room.ts'
import { type Pace, putSteadily } from './steady-put.ts'

export type BackupSource = {
  address: DatabaseAddress
  /** Null: files are left out. */
  files: Pick<BlobStore, 'get' | 'stat'> | null
  secretKey: string
  /** Must be encrypted then. */
  includeKey: boolean
  /** Without secrets. */
  settings: Manifest['settings']
  version: string
}

type Means = Pace & {
  clock: Clock
  /** A folder of this installation's own, for tables on their way. Of a killed backup, it is emptied. */
  temporary: string
  say(text: string): void
  /** Of the target, and of where it is until then. */
  rooms(): Promise<readonly Room[]>
  /** Where it is in the end. */
  hasName(name: string): Promise<boolean>
}

export type WrittenBackup = { name: string; manifest: Manifest }

const statsAtOnce = 8

/** Under another name until it is complete. Throws `BackupUnderWay` if another one runs. */
export const writeBackup = async (
  source: BackupSource,
  target: BlobStore,
  { clock, temporary, say, rooms, hasName, ...pace }: Means,
): Promise<WrittenBackup> => {
  const { signal } = pace
  // What was confirmed before that is in it.
  const createdAt = clock.now()
  const snapshot = await openSnapshot(source.address, backupLock, signal)
  try {
    await rm(temporary, { recursive: true, force: true })
    await mkdir(temporary, { recursive: true, mode: 0o700 })
    const tables = await writeTables(snapshot, temporary, signal)
    say(`${tables.length} tables read.`)
    const database = await snapshot.read(readDatabase)
    const { present, missing } = await lookAtFiles(source.files, database.files, snapshot)
    const manifest: Manifest = {
      format: formatVersion,
      version: source.version,
      createdAt,
      postgres: snapshot.postgres,
      schema: await snapshot.schema(),
      keyFingerprint: keyFingerprint(source.secretKey),
      ...(source.includeKey ? { hasKey: true } : {}),
      tables,
      sequences: await snapshot.sequences(),
      hasFiles: source.files !== null,
      files: present,
      missing,
      boards: database.boards,
      settings: source.settings,
    }
    expectLeft(await sizeOf(manifest, temporary), await rooms())
    const name = await freeName(hasName, createdAt)
    const entries = entriesOf(manifest, temporary, source)
    await putSteadily(target, name, writeSealedTar(entries), pace)
    return { name, manifest }
  } finally {
    await snapshot.close()
    await rm(temporary, { recursive: true, force: true })
  }
}

const gzipOf = (temporary: string, table: string): string => join(temporary, `${table}.copy.gz`)

const writeTables = async (
  snapshot: Snapshot,
  temporary: string,
  signal: AbortSignal,
): Promise<Manifest['tables']> => {
  const written: Manifest['tables'] = []
  await snapshot.eachTable(async ({ name, columns }, rows) => {
    const { stream, end } = createMeasure()
    const file = createWriteStream(gzipOf(temporary, name), { mode: 0o600, flags: 'wx' })
    await pipeline(rows, stream, createGzip(), file, { signal })
    written.push({ name, columns, ...end() })
  })
  return snapshot.tables.flatMap(({ name }) => written.filter((one) => one.name === name))
}

const readDatabase = async (db: Db) => ({
  boards: await boardHashes(db),
  files: await db.selectFrom('file').select(['hash', 'size']).where('refs', '>', 0).orderBy('hash').execute(),
})

type Looked = Pick<Manifest, 'missing'> & { present: Manifest['files'] }

/** Of all that it is made of. */
const sizeOf = async ({ tables, files }: Manifest, temporary: string): Promise<number> => {
  const packed = await Promise.all(tables.map(({ name }) => stat(gzipOf(temporary, name))))
  return [...packed, ...files].reduce((sum, { size }) => sum + size, 0)
}

const lookAtFiles = async (
  files: BackupSource['files'],
  wanted: Manifest['files'],
  snapshot: Snapshot,
): Promise<Looked> => {
  if (files === null) return { present: [], missing: [] }
  const limit = pLimit(statsAtOnce)
  const sizes = await Promise.all(
    wanted.map(({ hash }) => limit(async () => (await files.stat(keyOfFile(hash)))?.size ?? null)),
  )
  const present = wanted.filter(({ size }, index) => sizes[index] === size)
  const lost = wanted.filter(({ size }, index) => sizes[index] !== size).map(({ hash }) => hash)
  const held = lost.length === 0 ? [] : await snapshot.read((db) => createHolderStore(db).of(lost))
  const missing = lost.map((hash) => ({
    hash,
    holders: held.filter((holder) => holder.hash === hash).map(({ kind, name }) => `${kind} of ${name}`),
  }))
  return { present, missing }
}

async function* entriesOf(
  manifest: Manifest,
  temporary: string,
  { files, secretKey }: Pick<BackupSource, 'files' | 'secretKey'>,
): AsyncGenerator<NewEntry> {
  const text = Buffer.from(JSON.stringify(manifest))
  yield { name: manifestName, size: text.length, open: () => Readable.from([text]) }
  if (manifest.hasKey === true) {
    const key = Buffer.from(secretKey)
    yield { name: keyEntry, size: key.length, open: () => Readable.from([key]) }
  }
  for (const { name } of manifest.tables) {
    const path = gzipOf(temporary, name)
    const { size } = await stat(path)
    yield { name: tableEntry(name), size, open: () => createReadStream(path) }
  }
  for (const { hash, size } of manifest.files)
    yield {
      name: fileEntry(hash),
      size,
      async open() {
        const stream = await files?.get(keyOfFile(hash))
        if (stream == null) throw new Error(`the file ${hash} has vanished during the backup`)
        return stream
      },
    }
}

/** In the order of time. */
export const backupName = /^pennant-\d{4}-\d\d-\d\dT\d{6}Z(?:-\d+)?\.tar(?:\.age)?$/

const freeName = async (hasName: Means['hasName'], createdAt: number): Promise<string> => {
  const time = new Date(createdAt).toISOString().slice(0, 19).replaceAll(':', '')
  for (let count = 1; ; count += 1) {
    const name = `pennant-${time}Z${count === 1 ? '' : `-${count}`}.tar`
    if (!(await hasName(name))) return name
  }
}
