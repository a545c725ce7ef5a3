import { pipeline, type Readable } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'

export type ArchiveEntry = {
  /** Separated by `/`. Parts that lead out of the archive are removed. */
  path: string
  /** Must be exact, or the archive fails. */
  size: number
  modified: Date
  /** Null when the bytes are gone: the entry is left out. */
  open(): Promise<Readable | null>
}

export const tarGz = {
  type: 'application/gzip',
  extension: '.tar.gz',
  pack(entries: Iterable<ArchiveEntry>): Readable {
    const archive = pack()
    // Each end stops the other: a failure reaches the reader, and a reader that leaves stops the rest.
    const packed = pipeline(archive, createGzip(), () => undefined)
    fill(archive, entries).catch((error: unknown) =>
      archive.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return packed
  },
}

const fill = async (archive: Pack, entries: Iterable<ArchiveEntry>): Promise<void> => {
  for (const { path, size, modified, open } of entries) {
    const source = await open()
    if (source === null) continue
    await flow(source, entryFor(source, archive, { name: safePath(path), size, mtime: modified }))
  }
  archive.finalize()
}

// Throws when the reader left in the meantime; nothing else would close the source then.
const entryFor = (source: Readable, archive: Pack, header: { name: string; size: number; mtime: Date }) => {
  try {
    return archive.entry(header)
  } catch (error) {
    source.destroy()
    throw error
  }
}

const safePath = (path: string): string =>
  path
    .toWellFormed()
    .split(/[/\\]/)
    .map((part) => part.replace(/[\u0000-\u001f\u007f-\u009f<>:"|?*]/g, '_').trim())
    .filter((part) => !/^\.*$/.test(part))
    .join('/') || 'file'
