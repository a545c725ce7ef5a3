import type { Readable } from 'node:stream'

/** Letters, digits, and `. _ - /`, up to 512; no `..`, no empty part; no key is a folder of another. */
export type BlobStore = {
  /** All or nothing. Throws unless `source` has exactly `size` bytes, and always consumes or destroys it. */
  put(key: string, source: Readable, size?: number): Promise<void>
  /** `range` is inclusive; RangeError if it holds no byte. The caller must consume or destroy the stream. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  stat(key: string): Promise<BlobInfo | null>
  /** Succeeds even if there is no such blob. */
  delete(key: string): Promise<void>
  /** Keys in ascending order. */
  list(prefix: string): AsyncIterable<{ key: string } & BlobInfo>
  check(): Promise<void>
}

export type BlobInfo = { size: number; modified: Date }
