import type { Readable } from 'node:stream'

/** What goes into an archive; a path that ends with `/` is a folder, and has nothing to open. */
export type ZipContent =
  | { path: `${string}/` }
  | { path: string; text(): string }
  | {
      path: string
      /** Exactly what `open` has; anything else breaks the archive off. */
      size: number
      open(): Promise<Readable>
    }

export type ZipWriter = {
  /** Opens one content after the other, as the archive is read; stops when it is destroyed. */
  pack(contents: Iterable<ZipContent>, modified: Date): Readable
}

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

/**
 * Why an archive is not read: it is no archive or a broken one; an entry is encrypted, a link or packed in an
 * unknown way; two entries have one name; there is more in it than the limits allow.
 */
export type ZipFault = {
  readonly kind: 'unreadable' | 'unsupported' | 'twice' | 'tooMuch'
  readonly entry: string
}

/** Reads archives that nobody vouches for. */
export type ZipReader = {
  open(path: string, limits: ZipLimits): Promise<Zip>
  /** What is wrong with the archive, where that is why `open` or a stream has failed; null for other errors. */
  faultOf(error: unknown): ZipFault | null
}
