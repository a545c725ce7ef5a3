import type { Readable } from 'node:stream'

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
