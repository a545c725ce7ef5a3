import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { captureKey, captureRefOf, type CaptureRef } from '@pennant/rules/capture/ref'
import type { DiskSpace } from './disk-space.ts'
import { isSound, memberHeadLength, memberLength } from './gzip-member.ts'

export type FoundInSpool = { ref: CaptureRef; size: number; modified: Date }

export class SpoolLost extends Error {
  override name = 'SpoolLost'
}

const root = 'capture/'

export const createSpool = (folder: string, diskSpace: DiskSpace) => {
  const nameOf = (ref: CaptureRef): string => captureKey(ref).slice(root.length).replaceAll('/', '~')
  const pathOf = (ref: CaptureRef): string => join(folder, nameOf(ref))

  const openToWrite = async (ref: CaptureRef, at: number): Promise<FileHandle> => {
    const flags = constants.O_WRONLY | (at === 0 ? constants.O_CREAT : 0)
    try {
      return await open(pathOf(ref), flags, 0o600)
    } catch (error) {
      if (!isAbsence(error)) throw error
      if (at > 0) throw new SpoolLost(`the capture ${ref.name} was deleted while it was written`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return open(pathOf(ref), flags, 0o600)
    }
  }

  return {
    /** Overwrites what a failed attempt may have left after the first `at` bytes. */
    append: (ref: CaptureRef, at: number, bytes: Buffer): Promise<void> =>
      diskSpace.spend(bytes.length, async () => {
        const file = await openToWrite(ref, at)
        try {
          const { size } = await file.stat()
          if (size < at) throw new SpoolLost(`the capture ${ref.name} was cut while it was written`)
          if (size > at) await file.truncate(at)
          for (let done = 0; done < bytes.length; )
            done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
        } finally {
          await file.close()
        }
      }),

    async read(ref: CaptureRef, range: { start: number; end: number }): Promise<Readable | null> {
      try {
        return (await open(pathOf(ref))).createReadStream({ ...range, highWaterMark: 256 * 1024 })
      } catch (error) {
        if (isAbsence(error)) return null
        throw error
      }
    },

    remove: (ref: CaptureRef): Promise<void> => rm(pathOf(ref), { force: true }),

    /** Truncates each file to its complete members. */
    async *recover(known: (ref: CaptureRef) => boolean): AsyncGenerator<FoundInSpool> {
      for (const name of await namesIn(folder)) {
        const ref = captureRefOf(root + name.replaceAll('~', '/'))
        if (ref === null || known(ref)) continue
        const found = await cutOff(pathOf(ref))
        if (found === null) continue
        if (found.size > 0) yield { ref, ...found }
        else await rm(pathOf(ref), { force: true })
      }
    },
  }
}

export type Spool = ReturnType<typeof createSpool>

// Null: it is gone, either stored by the ending process or deleted by hand.
const cutOff = async (path: string): Promise<{ size: number; modified: Date } | null> => {
  const file = await open(path, 'r+').catch((error: unknown) => {
    if (isAbsence(error)) return null
    throw error
  })
  if (file === null) return null
  try {
    const { size, mtime } = await file.stat()
    const end = await endOfMembers(file)
    if (end < size) await file.truncate(end)
    return { size: end, modified: mtime }
  } finally {
    await file.close()
  }
}

const endOfMembers = async (file: FileHandle): Promise<number> => {
  for (let at = 0; ; ) {
    const length = memberLength(await readAt(file, at, memberHeadLength))
    if (length === null) return at
    const member = await readAt(file, at, length)
    if (member.length < length || !(await isSound(member))) return at
    at += length
  }
}

const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).toSorted()
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}

const isAbsence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
