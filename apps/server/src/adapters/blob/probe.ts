import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../../ports/blob.ts'

export async function probe(store: Pick<BlobStore, 'put' | 'get' | 'delete'>): Promise<void> {
  const content = randomBytes(32)
  const key = `probe/${content.toString('hex', 0, 16)}`
  try {
    await store.put(key, Readable.from([content]), content.length)
    const found = await store.get(key)
    if (found === null) throw new Error("the storage doesn't find what it just stored")
    if (!content.equals(await buffer(found)))
      throw new Error('the storage returns different bytes than it was given')
  } finally {
    await store.delete(key)
  }
}
