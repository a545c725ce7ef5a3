import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../../../ports/blob.ts'
import { type Check, found, foundIf, type PageFinding } from './check.ts'
import { judgeStorage } from './level.ts'

const size = 1_048_576

/** 1 MiB in, out, and away. */
export const storageCheck = (blobs: Pick<BlobStore, 'put' | 'get' | 'delete'>): Check<PageFinding> => ({
  id: 'storage',
  async run() {
    const content = randomBytes(size)
    const key = `probe/${content.toString('hex', 0, 16)}`
    const begun = performance.now()
    try {
      try {
        await blobs.put(key, Readable.from([content]), size)
        const stored = await blobs.get(key)
        if (stored === null || !content.equals(await buffer(stored))) return [found('red', 'storage.broken')]
      } finally {
        await blobs.delete(key)
      }
    } catch {
      return [found('red', 'storage.broken')]
    }
    const ms = Math.round(performance.now() - begun)
    return foundIf(judgeStorage(ms), 'storage.slow', ms)
  },
})
