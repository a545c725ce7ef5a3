import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { limits } from '@pennant/contract/limit'
import { Problem, type ProblemCode } from '@pennant/contract/problem'
import type { UploadedStream } from '../../http/bind.ts'

const types = ['application/zip', 'application/x-zip-compressed']

type Seen = { path: string } | { fault: ProblemCode }

/** The file is on this machine's disk during `work` only. Refuses in the order of the wire. */
export const withPackage = async <T>(
  uploads: AsyncIterable<UploadedStream>,
  temporary: string,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  const path = join(temporary, randomUUID())
  try {
    const seen = await firstOf(uploads, path)
    if ('fault' in seen)
      throw new Problem(seen.fault, { megabytes: Math.floor(limits.packageBytes / 1_048_576) })
    return await work(seen.path)
  } finally {
    await rm(path, { force: true })
  }
}

const firstOf = async (uploads: AsyncIterable<UploadedStream>, path: string): Promise<Seen> => {
  let seen: Seen | undefined
  try {
    for await (const upload of uploads) {
      if (seen === undefined) seen = await receive(upload, path)
      else await readThrough(upload.stream)
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'request.tooLarge') return { fault: 'transfer.tooLarge' }
    throw error
  }
  return seen ?? { fault: 'transfer.missing' }
}

// Of two faults the wire names the size first, so even a file that is not a package is read to its end.
const receive = async ({ name, type, stream }: UploadedStream, path: string): Promise<Seen> => {
  const isZip = /\.zip$/i.test(name) && types.includes(type.toLowerCase())
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(null, isZip ? chunk : undefined)
    },
  })
  await pipeline(stream, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  if (size === 0) return { fault: 'transfer.missing' }
  return isZip ? { path } : { fault: 'transfer.notZip' }
}

const readThrough = (stream: Readable): Promise<void> => finished(stream.resume())
