import type { ZipLimits } from '../../kit/zip/reader.ts'

/** What may be in a package beyond its own size. */
export const archiveLimits: ZipLimits = {
  entries: 65_535,
  bytes: 2_147_483_648,
  // Pictures of disks may be all but empty; everything together is not.
  ratio: 100,
  freeBytes: 268_435_456,
}

export const documentLimits = {
  bytes: 33_554_432,
  /** Of all documents, as they are all held in memory until the game is written. */
  allBytes: 134_217_728,
  /** Lists and objects in one document. A million small ones take more room than their text. */
  parts: 1_000_000,
}
