import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl'
import type { Zip, ZipEntry, ZipLimits, ZipReader } from '../../ports/zip.ts'
import { ArchiveFile } from './archive-file.ts'
import { isReadable, openContent } from './content.ts'
import { asZipError, ZipError } from './fault.ts'

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
