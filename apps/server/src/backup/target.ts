import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Flag, Hash, List, Model, Str, Time } from '@pennant/contract/schema'
import type { Static } from '@pennant/contract/schema'
import { openBlobStore, type OpenBlobStore } from '../adapters/blob/open.ts'
import { parseStorage, type StorageConfig } from '../adapters/blob/storage.ts'
import { compileDocumentReader } from '../kit/schema-reader.ts'
import { errorCode, StartFault } from '../kit/start-fault.ts'
import { backupName } from './create.ts'
import { expectRoomFor, freeIn } from './room.ts'

const Proof = Model({ seal: Hash, at: Time, isProven: Flag, why: List(Str), version: Str })
export type Proof = Static<typeof Proof>

export type ListedBackup = { name: string; at: number; bytes: number; proof: Proof | null }

export type BackupTarget = {
  readonly blobs: OpenBlobStore
  /** Without secrets. */
  readonly shown: string
  /** Oldest first. */
  list(): Promise<ListedBackup[]>
  /** Encrypted or not. */
  has(name: string): Promise<boolean>
  noteProof(name: string, proof: Proof): Promise<void>
  remove(name: string): Promise<void>
  /** Bytes that are free; null for a bucket. */
  room(): Promise<number | null>
  /** A file of this machine; from a bucket, it is copied into `temporary`. */
  fetch(name: string, temporary: string): Promise<string>
}

const sealedEnd = '.age'
export const sealedName = (name: string): string => `${name}${sealedEnd}`
export const isSealed = (name: string): boolean => name.endsWith(sealedEnd)

const readProof = compileDocumentReader(Proof)
const proofOf = (name: string): string => `${name}.proof.json`
const largestProof = 1_048_576
const triedBytes = 1_048_576

export const targetConfig = (text: string): StorageConfig => {
  if (!text.includes('://')) return parseStorage(`disk://path=${text}`)
  try {
    return parseStorage(text)
  } catch (error) {
    // It would speak of the storage of uploads.
    throw error instanceof StartFault ? new StartFault(`backup.to: ${error.message}`) : error
  }
}

/** Of uploads; null for a bucket. */
export const storageFolderOf = (storage: string, dataFolder: string): string | null => {
  const config = parseStorage(storage)
  return config.kind === 'disk' ? resolve(dataFolder, config.path) : null
}

type Places = {
  /** What a relative path begins with. */
  from: string
  /** Of uploads; null for a bucket. */
  storageFolder: string | null
}

/** A folder, or a storage like that of `connectionStrings.storage`. */
export const openTarget = async (text: string, { from, storageFolder }: Places): Promise<BackupTarget> => {
  const config = targetConfig(text)
  if (config.kind === 's3') return targetOn(await openBlobStore(config), `s3://bucket=${config.bucket}`, null)
  const folder = resolve(from, config.path)
  if (storageFolder !== null && `${folder}${sep}`.startsWith(`${storageFolder}${sep}`))
    throw new StartFault(`"${folder}" is where uploads are. Choose another folder for backups.`)
  return targetOn(await openPrivate(folder), folder, folder)
}

/** Puts 1 MiB there, and takes it away again. */
export const tryTarget = async (text: string, places: Places): Promise<void> => {
  const { blobs } = await openTarget(text, places)
  try {
    const name = `doctor-${randomUUID()}`
    await blobs.put(name, Readable.from([Buffer.alloc(triedBytes)]))
    await blobs.delete(name)
  } finally {
    await blobs.close()
  }
}

const openPrivate = async (folder: string): Promise<OpenBlobStore> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (((await stat(folder)).mode & 0o077) === 0) return await openBlobStore({ kind: 'disk', path: folder })
  } catch (error) {
    const code = errorCode(error)
    const remedy = /^E(ACCES|PERM)$/.test(code) ? ' Give it to the account of the server: run `chown`.' : ''
    throw new StartFault(`Can't use the folder "${folder}" for backups (${code}).${remedy}`, { cause: error })
  }
  throw new StartFault(
    `Other accounts can open the folder "${folder}". Backups hold everything: run \`chmod 700\` on it, or choose another.`,
  )
}

const targetOn = (blobs: OpenBlobStore, shown: string, folder: string | null): BackupTarget => {
  const readIfThere = async (name: string): Promise<Proof | null> => {
    const info = await blobs.stat(proofOf(name))
    if (info === null || info.size > largestProof) return null
    const stream = await blobs.get(proofOf(name))
    if (stream === null) return null
    try {
      return readProof(JSON.parse((await buffer(stream)).toString('utf8')), proofOf(name))
    } catch {
      // Whatever it is, it proves nothing.
      return null
    }
  }
  return {
    blobs,
    shown,
    async list() {
      const found: ListedBackup[] = []
      for await (const { key, size } of blobs.list('pennant-'))
        if (backupName.test(key))
          found.push({ name: key, at: timeOf(key), bytes: size, proof: await readIfThere(key) })
      return found.toSorted((one, other) => one.at - other.at)
    },
    async has(name) {
      const found = await Promise.all([name, sealedName(name)].map((one) => blobs.stat(one)))
      return found.some((one) => one !== null)
    },
    async noteProof(name, proof) {
      await blobs.put(proofOf(name), Readable.from([Buffer.from(JSON.stringify(proof))]))
    },
    async remove(name) {
      await blobs.delete(proofOf(name))
      await blobs.delete(name)
    },
    async room() {
      return folder === null ? null : freeIn(folder)
    },
    async fetch(name, temporary) {
      if (folder !== null) return join(folder, name)
      await expectRoomFor((await blobs.stat(name))?.size ?? 0, temporary)
      const stream = await blobs.get(name)
      if (stream === null) throw new StartFault(`There is no ${name} in ${shown}.`)
      const path = join(temporary, name)
      await pipeline(stream, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      return path
    },
  }
}

/** Of several in a second, each has a millisecond of its own. */
const timeOf = (name: string): number => {
  const [, day = '', hour = '', minute = '', second = '', count = '1'] =
    /^pennant-([\d-]{10})T(\d\d)(\d\d)(\d\d)Z(?:-(\d+))?/.exec(name) ?? []
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`) + Number(count) - 1
}
