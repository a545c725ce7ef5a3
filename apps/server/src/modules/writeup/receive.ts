import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { UploadedStream } from '../../http/bind.ts'

// PDF readers look for the signature in this many bytes.
const headBytes = 1024
const signature = '%PDF-'

export type Shelf<K> = {
  /** Null if it turns out to be empty. */
  keep(pdf: Readable): Promise<K | null>
  giveUp(kept: K): Promise<void>
}
type Seen<K> = { fault: 'writeup.missing' | 'writeup.notPdf' | 'writeup.tooLarge' } | { kept: K }

export const nowhere: Shelf<true> = {
  async keep(pdf) {
    await readThrough(pdf)
    return true
  },
  giveUp: async () => undefined,
}

export const receive = async <K>(uploads: AsyncIterable<UploadedStream>, shelf: Shelf<K>): Promise<K> => {
  let seen: Seen<K> | undefined
  try {
    for await (const upload of uploads) {
      if (seen === undefined) seen = await look(upload, shelf)
      else await readThrough(upload.stream)
    }
  } catch (error) {
    if (seen !== undefined && 'kept' in seen) await shelf.giveUp(seen.kept)
    throw error
  }
  seen ??= { fault: 'writeup.missing' }
  if ('kept' in seen) return seen.kept
  throw new Problem(seen.fault, { megabytes: Math.floor(limits.writeupBytes / 1_048_576) })
}

// Of two faults the wire names the size first, so even what is no PDF is read to its end.
const look = async <K>({ name, type, stream }: UploadedStream, shelf: Shelf<K>): Promise<Seen<K>> => {
  try {
    const { head, whole } = await begin(stream)
    if (head.length === 0) return { fault: 'writeup.missing' }
    if (type === 'application/pdf' && name.endsWith('.pdf') && head.includes(signature)) {
      const kept = await shelf.keep(whole)
      return kept === null ? { fault: 'writeup.missing' } : { kept }
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
