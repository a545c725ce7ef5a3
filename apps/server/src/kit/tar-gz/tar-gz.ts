import { pipeline, type Readable } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'

export type ArchiveEntry = {
  /** Folders and name, parted by `/`. Whatever would lead out of the archive is taken away. */
  path: string
  /** Exactly what `open` has; anything else breaks the archive off. */
  size: number
  modified: Date
  /** Null when the bytes have gone: the entry is left out. */
  open(): Promise<Readable | null>
}

/** Packs files into one. */
export type Archiver = {
  /** The media type of what is made. */
  readonly type: string
  /** With its dot. */
  readonly extension: string
  /** Opens one entry after the other, as the archive is read; stops when it is destroyed. */
  pack(entries: Iterable<ArchiveEntry>): Readable
}

/** What every system can unpack, written as it is read: neither memory nor disk is needed for it. */
export const createTarGz = (): Archiver => ({
  type: 'application/gzip',
  extension: '.tar.gz',
  pack(entries): Readable {
    const archive = pack()
    // Each end of this takes the other along: a failure reaches the reader, and a reader who leaves stops the rest.
    const packed = pipeline(archive, createGzip(), () => undefined)
    fill(archive, entries).catch((error: unknown) =>
      archive.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return packed
  },
})

const fill = async (archive: Pack, entries: Iterable<ArchiveEntry>): Promise<void> => {
  for (const { path, size, modified, open } of entries) {
    const source = await open()
    if (source === null) continue
    await flow(source, entryFor(source, archive, { name: safePath(path), size, mtime: modified }))
  }
  archive.finalize()
}

/** Throws when the reader has left meanwhile; nobody else would close the source then. */
const entryFor = (source: Readable, archive: Pack, header: { name: string; size: number; mtime: Date }) => {
  try {
    return archive.entry(header)
  } catch (error) {
    source.destroy()
    throw error
  }
}

/** Relative, and without anything that a system unpacking it could stumble over. */
const safePath = (path: string): string =>
  path
    .toWellFormed()
    .split(/[/\\]/)
    .map((part) => part.replace(/[\u0000-\u001f\u007f-\u009f<>:"|?*]/g, '_').trim())
    .filter((part) => !/^\.*$/.test(part))
    .join('/') || 'file'
