import type { ZipLimits } from '../../kit/zip/reader.ts'

export const archiveLimits: ZipLimits = {
  entries: 65_535,
  bytes: 2_147_483_648,
  // Disk images may be nearly empty; everything together is not.
  ratio: 100,
  freeBytes: 268_435_456,
}

export const documentLimits = {
  bytes: 33_554_432,
  /** Of all documents, since all are in memory until the game is written. */
  allBytes: 134_217_728,
  /** Lists and objects in one document. A million small ones take more memory than their text. */
  parts: 1_000_000,
}
