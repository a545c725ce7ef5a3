import { Readable } from 'node:stream'

/** Fails as soon as there are too many bytes, or at the end if there are too few. */
export function measured(source: Readable, size: number | undefined): Readable {
  const content = Readable.from(chunksOf(source, size), { objectMode: false })
  // Either may fail before it is read; an unhandled error would end the process.
  source.on('error', () => undefined)
  content.on('error', () => undefined)
  return content
}

async function* chunksOf(source: Readable, size: number | undefined): AsyncGenerator<Buffer> {
  let seen = 0
  for await (const chunk of source as AsyncIterable<unknown>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (!(bytes instanceof Uint8Array)) throw new TypeError('a blob must be made of bytes')
    seen += bytes.byteLength
    if (size !== undefined && seen > size) throw new Error(`a blob of ${size} bytes has more than that`)
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  if (size !== undefined && seen < size) throw new Error(`a blob of ${size} bytes ended after ${seen}`)
}
