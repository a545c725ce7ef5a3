import type { Readable } from 'node:stream'

/**
 * Bytes under a path-like key: on a disk or in a bucket. Never loaded whole into memory.
 *
 * A key is made of letters, digits and `. _ - /`, holds no `..`, no empty part and at most 512 characters, and
 * names no folder of another key. Methods throw for any other.
 */
export type BlobStore = {
  /**
   * Stores the whole of `source` under `key`, or nothing: a reader never sees half a blob. Throws when `source`
   * fails or does not have exactly `size` bytes. `source` is at its end or destroyed afterwards.
   */
  put(key: string, source: Readable, size?: number): Promise<void>
  /**
   * `range` is inclusive at both ends, as in HTTP; an end beyond the blob is cut. Throws a RangeError when
   * nothing lies in the range. The caller reads the stream to its end or destroys it.
   */
  get(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  stat(key: string): Promise<BlobInfo | null>
  /** Succeeds also when there is nothing. */
  delete(key: string): Promise<void>
  /** All keys that begin with `prefix`, in ascending order. */
  list(prefix: string): AsyncIterable<{ key: string } & BlobInfo>
  /** Writes, reads back and deletes a probe. Throws when that fails. */
  check(): Promise<void>
}

export type BlobInfo = { size: number; modified: Date }
