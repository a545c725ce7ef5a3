import { createHash } from 'node:crypto'
import { headerOf, paddingOf, sealOf } from './format.ts'

export type NewEntry = {
  name: string
  size: number
  open(): AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>
}

/** An ordinary tar in portions. Throws if an entry hasn't exactly its size. */
export async function* writeSealedTar(
  entries: AsyncIterable<NewEntry> | Iterable<NewEntry>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const counted = (bytes: Buffer): Buffer => {
    hash.update(bytes)
    return bytes
  }
  for await (const { name, size, open } of entries) {
    yield counted(headerOf(name, size))
    let written = 0
    for await (const chunk of await open()) {
      written += chunk.length
      if (written > size) break
      yield counted(chunk)
    }
    if (written !== size) throw new Error(`${name} has another size than ${size} bytes`)
    const padding = paddingOf(size)
    if (padding.length > 0) yield counted(padding)
  }
  yield sealOf(hash.digest('hex'))
}
