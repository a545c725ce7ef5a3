import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { UploadedStream } from '../../http/bind.ts'

// PDF readers look for the signature in this many bytes.
const headBytes = 1024
const signature = '%PDF-'

export type FileSink<K> = {
  /** Null if it turns out to be empty. */
  store(pdf: Readable): Promise<K | null>
  release(stored: K): Promise<void>
}
type Checked<K> = { fault: 'writeup.missing' | 'writeup.notPdf' | 'writeup.tooLarge' } | { stored: K }

export const discard: FileSink<true> = {
  async store(pdf) {
    await readThrough(pdf)
    return true
  },
  release: async () => undefined,
}

export const receive = async <K>(uploads: AsyncIterable<UploadedStream>, sink: FileSink<K>): Promise<K> => {
  let seen: Checked<K> | undefined
  try {
    for await (const upload of uploads) {
      if (seen === undefined) seen = await look(upload, sink)
      else await readThrough(upload.stream)
    }
  } catch (error) {
    if (seen !== undefined && 'stored' in seen) await sink.release(seen.stored)
    throw error
  }
  seen ??= { fault: 'writeup.missing' }
  if ('stored' in seen) return seen.stored
  throw new Problem(seen.fault, { megabytes: Math.floor(limits.writeupBytes / 1_048_576) })
}

// Of two faults the wire names the size first, so even a file that is not a PDF is read to its end.
const look = async <K>({ name, type, stream }: UploadedStream, sink: FileSink<K>): Promise<Checked<K>> => {
  try {
    const { head, whole } = await begin(stream)
    if (head.length === 0) return { fault: 'writeup.missing' }
    if (type === 'application/pdf' && name.endsWith('.pdf') && head.includes(signature)) {
      const stored = await sink.store(whole)
      return stored === null ? { fault: 'writeup.missing' } : { stored }
    }
    await readThrough(whole)
    return { fault: 'writeup.notPdf' }
  } catch (error) {
    if (error instanceof Problem && error.code === 'request.tooLarge') return { fault: 'writeup.tooLarge' }
    throw error
  }
}

const begin = async (stream: Readable): Promise<{ head: Buffer; whole: Readable }> => {
  const chunks: AsyncIterableIterator<Buffer, undefined> = stream[Symbol.asyncIterator]()
  const read: Buffer[] = []
  for (let length = 0; length < headBytes; ) {
    const { done, value } = await chunks.next()
    if (done === true) break
    read.push(value)
    length += value.length
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    yield* read
    yield* chunks
  }
  return {
    head: Buffer.concat(read).subarray(0, headBytes),
    whole: Readable.from(all(), { objectMode: false }),
  }
}

const readThrough = (stream: Readable): Promise<void> => finished(stream.resume())
