import type { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl'
import { ArchiveFile } from './archive-file.ts'
import { isReadable, openContent } from './content.ts'
import { asZipError, ZipError, type ZipFault } from './fault.ts'

export type ZipEntry = {
  /** Folders and name, parted by `/`; never leads out of the archive. Ends with `/` where it is a folder. */
  readonly path: string
  /** Unpacked, as the archive says; a stream that has more or less fails. */
  readonly size: number
  open(): Promise<Readable>
}

export type Zip = {
  readonly entries: readonly ZipEntry[]
  /** Streams that are still open go on. */
  close(): void
}

export type ZipLimits = {
  entries: number
  /** Of everything unpacked. */
  bytes: number
  /** How many times larger than the archive everything unpacked may be, beyond the first `freeBytes`. */
  ratio: number
  freeBytes: number
}

/** Reads archives that nobody vouches for. */
export type ZipReader = {
  open(path: string, limits: ZipLimits): Promise<Zip>
  /** What is wrong with the archive, where that is why `open` or a stream has failed; null for other errors. */
  faultOf(error: unknown): ZipFault | null
}

/** Goes by the list at the end of the archive, as every reader that skips nothing does. */
export const createZipReader = (): ZipReader => ({
  async open(path, limits): Promise<Zip> {
    const zip = await openZip(path)
    // What goes wrong with an entry is told by its stream; with the list, by the walk through it.
    zip.on('error', () => undefined)
    try {
      const entries = await listed(zip, limits)
      return { entries: entries.map((entry) => entryOf(zip, entry)), close: () => zip.close() }
    } catch (error) {
      zip.close()
      throw asZipError(error)
    }
  },

  faultOf: (error) => (error instanceof ZipError ? error : null),
})

const openZip = async (path: string): Promise<ZipFile> => {
  const file = await ArchiveFile.open(path)
  try {
    return await fromRandomAccessReaderPromise(file, file.size, { autoClose: false })
  } catch (error) {
    // Nobody else has it yet.
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
    // Entries that share their bytes: nobody but a maker of bombs packs like that.
    if (packed > zip.fileSize) throw new ZipError('unreadable', name)
  }
  if (!endsWithItsList(zip)) throw new ZipError('unreadable')
  return [...entries.values()]
}

const endBytes = 22
/** The end in its large form, and the way to it. */
const largeEndBytes = 76

/** The list ends where the end of the archive begins: of two archives in one, nobody knows which is meant. */
const endsWithItsList = (zip: ZipFile): boolean => {
  // A number, whatever its type says. Once the list is read it stands behind it.
  const listEnd = Number(zip.readEntryCursor)
  const between = zip.fileSize - endBytes - zip.comment.length - listEnd
  return between === 0 || between === largeEndBytes
}
