import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { Problem } from '@pennant/contract/problem'
import { createMeasure } from '../adapters/sql/backup/measure.ts'
import { DamagedTar, openSealedTar, type SealedTar } from '../kit/sealed-tar/reader.ts'
import { keyFingerprint } from '../core/backup/last-proven.ts'
import {
  fileEntry,
  keyEntry,
  largestManifest,
  type Manifest,
  manifestName,
  readManifest,
  tableEntry,
} from './manifest.ts'

export type ReadBackup = {
  readonly path: string
  readonly bytes: number
  readonly seal: string
  readonly manifest: Manifest
  /** Null: as usual, it isn't in the backup. */
  readonly secretKey: string | null
  /** Ends with an error if it has other rows than the manifest says. */
  table(name: string): Readable
  /** Ends with an error if it has other bytes than its name says. */
  file(file: Manifest['files'][number]): Readable
}

// The rows of a real table compress to no less than a hundredth.
const mostInflation = 200
const alwaysAllowed = 16 * 1024 * 1024

/** Reads the whole file once. Throws `DamagedTar` unless it is complete and says about itself what is true. */
export const openBackup = async (path: string): Promise<ReadBackup> => {
  const tar = await openSealedTar(path)
  const manifest = await manifestOf(path, tar)
  expectEntries(path, tar, manifest)
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  return {
    ...{ path, bytes: tar.bytes, seal: tar.seal, manifest },
    secretKey: manifest.hasKey === true ? await keyOf(path, tar, manifest) : null,
    table(name) {
      const { bytes = 0, sha256 = '' } = tables.get(name) ?? {}
      const packed = tar.sizeOf(tableEntry(name)) ?? 0
      const most = Math.min(bytes, packed * mostInflation + alwaysAllowed)
      return checked(path, tableEntry(name), tar.read(tableEntry(name)), { gunzip: true, most, sha256 })
    },
    file: ({ hash, size }) =>
      checked(path, fileEntry(hash), tar.read(fileEntry(hash)), { gunzip: false, most: size, sha256: hash }),
  }
}

const manifestOf = async (path: string, tar: SealedTar): Promise<Manifest> => {
  const size = tar.sizeOf(manifestName)
  if (size === null || size > largestManifest) throw new DamagedTar(`"${path}" is no backup of Pennant.`)
  try {
    return readManifest(await buffer(tar.read(manifestName)))
  } catch (error) {
    if (!(error instanceof Problem || error instanceof SyntaxError)) throw error
    throw new DamagedTar(`"${path}" is no backup of Pennant: its manifest is wrong.`, { cause: error })
  }
}

const longestKey = 4_096

const keyOf = async (path: string, tar: SealedTar, manifest: Manifest): Promise<string> => {
  const size = tar.sizeOf(keyEntry) ?? 0
  const key = size > longestKey ? '' : String(await buffer(tar.read(keyEntry)))
  if (keyFingerprint(key) !== manifest.keyFingerprint)
    throw new DamagedTar(`"${path}" has another secret key than its manifest says.`)
  return key
}

const expectEntries = (path: string, tar: SealedTar, { hasKey, tables, files }: Manifest): void => {
  const expected = [
    manifestName,
    ...(hasKey === true ? [keyEntry] : []),
    ...tables.map(({ name }) => tableEntry(name)),
    ...files.map(({ hash }) => fileEntry(hash)),
  ]
  const strange = tar.names.find((name, index) => name !== expected[index])
  if (strange !== undefined || tar.names.length !== expected.length)
    throw new DamagedTar(`"${path}" hasn't the entries that its manifest names.`)
  for (const { hash, size } of files)
    if (tar.sizeOf(fileEntry(hash)) !== size)
      throw new DamagedTar(`"${path}" has ${fileEntry(hash)} with another size than its manifest says.`)
}

type Check = { gunzip: boolean; most: number; sha256: string }

const checked = (path: string, name: string, source: Readable, { gunzip, most, sha256 }: Check): Readable => {
  const { stream, end } = createMeasure({
    most,
    tooMuch: () => new DamagedTar(`"${path}" has more in ${name} than it can hold.`),
  })
  const last = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, chunk),
    flush(done) {
      const isSame = end().sha256 === sha256
      done(isSame ? null : new DamagedTar(`"${path}" has other bytes in ${name} than it was made of.`))
    },
  })
  const steps = gunzip ? [source, createGunzip(), stream, last] : [source, stream, last]
  // The reader of `last` gets the error.
  pipeline(steps).catch((error: unknown) => last.destroy(error instanceof Error ? error : undefined))
  return last
}
