import { pipeline, Transform, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { asZipError, ZipError } from './fault.ts'

const stored = 0
const deflated = 8

export const isReadable = (entry: Entry): boolean =>
  !entry.isEncrypted() &&
  (entry.compressionMethod === stored || entry.compressionMethod === deflated) &&
  !isLink(entry)

const unix = 3
const kinds = { mask: 0o170_000, file: 0o100_000, folder: 0o040_000 } as const

const isLink = ({ versionMadeBy, externalFileAttributes }: Entry): boolean => {
  if (versionMadeBy >>> 8 !== unix) return false
  const kind = (externalFileAttributes >>> 16) & kinds.mask
  return kind !== 0 && kind !== kinds.file && kind !== kinds.folder
}

/** Off the event loop. Fails when the content differs from what the archive says. */
export const openContent = async (zip: ZipFile, entry: Entry): Promise<Readable> => {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch((error: unknown) => {
    throw asZipError(error, entry.fileName)
  })
  const checked = createCheck(entry)
  if (entry.compressionMethod === deflated) pipeline(packed, createInflateRaw(), checked, () => undefined)
  else pipeline(packed, checked, () => undefined)
  return checked
}

const createCheck = ({ fileName, uncompressedSize, crc32: sum }: Entry): Transform => {
  const broken = (): ZipError => new ZipError('unreadable', fileName)
  let [size, seen] = [0, 0]
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      seen = crc32(chunk, seen)
      if (size > uncompressedSize) done(broken())
      else done(null, chunk)
    },
    flush: (done) => done(size === uncompressedSize && seen === sum ? null : broken()),
    destroy: (error, done) => done(error === null ? null : asZipError(error, fileName)),
  })
}
