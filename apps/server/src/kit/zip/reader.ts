import type { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl'
import { ArchiveFile } from './archive-file.ts'
import { isReadable, openContent } from './content.ts'
import { asZipError, ZipError, type ZipFault } from './fault.ts'

export type ZipEntry = {
  /** Separated by `/`; never leads out of the archive. Ends with `/` for a folder. */
  readonly path: string
  readonly size: number
  open(): Promise<Readable>
}

export type Zip = {
  readonly entries: readonly ZipEntry[]
  close(): void
}

export type ZipLimits = {
  entries: number
  /** Total, decompressed. */
  bytes: number
  /** How many times larger than the archive the total may be, beyond the first `freeBytes`. */
  ratio: number
  freeBytes: number
}

export const openZip = async (path: string, limits: ZipLimits): Promise<Zip> => {
  const zip = await openFile(path)
  // Errors are reported by the streams and by the walk through the list.
  zip.on('error', () => undefined)
  try {
    const entries = await listed(zip, limits)
    return { entries: entries.map((entry) => entryOf(zip, entry)), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw asZipError(error)
  }
}

/** Null for errors that are not about the archive. */
export const zipFaultOf = (error: unknown): ZipFault | null => (error instanceof ZipError ? error : null)

const openFile = async (path: string): Promise<ZipFile> => {
  const file = await ArchiveFile.open(path)
  try {
    return await fromRandomAccessReaderPromise(file, file.size, { autoClose: false })
  } catch (error) {
    // Nothing else can close the file yet.
    await new Promise((resolve) => file.close(resolve))
    throw asZipError(error)
  }
}

const entryOf = (zip: ZipFile, entry: Entry): ZipEntry => ({
  path: entry.fileName,
  size: entry.uncompressedSize,
  open: () => openContent(zip, entry),
})

const listed = async (zip: ZipFile, limits: ZipLimits): Promise<Entry[]> => {
  if (zip.entryCount > limits.entries) throw new ZipError('tooMuch')
  const most = Math.min(limits.bytes, Math.max(limits.freeBytes, zip.fileSize * limits.ratio))
  const entries = new Map<string, Entry>()
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry
    if (!isReadable(entry)) throw new ZipError('unsupported', name)
    if (entries.has(name)) throw new ZipError('twice', name)
    entries.set(name, entry)
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    if (unpacked > most) throw new ZipError('tooMuch', name)
    // Only zip bombs have entries that share their bytes.
    if (packed > zip.fileSize) throw new ZipError('unreadable', name)
  }
  if (!endsWithItsList(zip)) throw new ZipError('unreadable')
  return [...entries.values()]
}

const endBytes = 22
// The ZIP64 end record and its locator.
const largeEndBytes = 76

// Nothing may follow the list: of two archives in one file, it is unclear which counts.
const endsWithItsList = (zip: ZipFile): boolean => {
  // A number, whatever its type says. After the list was read, it is the end of the list.
  const listEnd = Number(zip.readEntryCursor)
  const between = zip.fileSize - endBytes - zip.comment.length - listEnd
  return between === 0 || between === largeEndBytes
}
