import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { headerBytes, paddedTo, readHeader, sealBytes, sealOf } from './format.ts'

export class DamagedTar extends Error {
  override readonly name = 'DamagedTar'
}

export type SealedTar = {
  readonly bytes: number
  /** The SHA-256 of all before the seal, which the seal repeats. */
  readonly seal: string
  readonly names: readonly string[]
  sizeOf(name: string): number | null
  read(name: string): Readable
}

const damaged = (path: string, why: string): never => {
  throw new DamagedTar(`"${path}" is damaged or incomplete: ${why}.`)
}

/** Reads the whole file once. Throws unless each of its bits is as it was written. */
export const openSealedTar = async (path: string): Promise<SealedTar> => {
  const file = await open(path)
  try {
    const { size: bytes } = await file.stat()
    if (bytes < sealBytes) damaged(path, 'it is too short')
    const seal = await hashUntil(path, bytes - sealBytes)
    if (!(await readAt(file, bytes - sealBytes, sealBytes)).equals(sealOf(seal)))
      damaged(path, "its bytes aren't those that were written")
    const entries = await indexOf(path, file, bytes - sealBytes)
    return {
      bytes,
      seal,
      names: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.size ?? null,
      read(name) {
        const entry = entries.get(name)
        if (entry === undefined) return damaged(path, `it lacks ${name}`)
        const { start, size } = entry
        return size === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + size - 1 })
      },
    }
  } finally {
    await file.close()
  }
}

const hashUntil = async (path: string, end: number): Promise<string> => {
  const hash = createHash('sha256')
  if (end > 0)
    for await (const chunk of createReadStream(path, { end: end - 1, highWaterMark: 1_048_576 }))
      hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

type Entry = { start: number; size: number }

// The seal only says that nothing has changed: whoever wrote it may be hostile.
const indexOf = async (path: string, file: FileHandle, end: number): Promise<ReadonlyMap<string, Entry>> => {
  const entries = new Map<string, Entry>()
  let at = 0
  while (at < end) {
    const header = readHeader(await readAt(file, at, headerBytes))
    if (header === null) return damaged(path, `no entry begins at byte ${at}`)
    const { name, size } = header
    if (entries.has(name)) damaged(path, `it has ${name} twice`)
    entries.set(name, { start: at + headerBytes, size })
    at += headerBytes + paddedTo(size)
  }
  if (at !== end) damaged(path, 'its last entry is too long')
  return entries
}
