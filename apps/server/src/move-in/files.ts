import { createHash } from 'node:crypto'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { KnownFile } from '@pennant/interchange/compatible/known'
import { createTally, type TableReport } from '@pennant/interchange/compatible/notes'
import { epoch } from '@pennant/interchange/compatible/fallback'
import { momentOf } from '@pennant/interchange/compatible/moment'
import { hashOf, integerOf, textOf } from '@pennant/interchange/compatible/row'
import { captureRefOf } from '@pennant/rules/capture/ref'
import { safeFileName } from '@pennant/rules/file/name'
import { LinkInFolder } from '../adapters/blob/read-folder.ts'
import type { Source } from '../adapters/sql/move-in/source.ts'
import { reasonOf } from '../kit/reason.ts'
import { keyOfFile } from '../core/file/store.ts'
import type { BlobStore } from '../ports/blob.ts'

/** By the key of their row. */
export type MovedFiles = { files: ReadonlyMap<number, KnownFile>; report: TableReport; captures: TableReport }

type Storages = {
  from: Pick<BlobStore, 'get' | 'stat' | 'list'>
  /** Null: nothing is written. */
  to: Pick<BlobStore, 'put'> | null
}

class OtherBytes extends Error {
  override readonly name = 'OtherBytes'
}

/** Why files can't be read or stored. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
}

class NoCapture extends Error {
  override readonly name = 'NoCapture'
}

/** Reads every file once, and copies it. What isn't there, or has other bytes than its hash says, is not carried. */
export const moveFiles = async (
  source: Pick<Source, 'rows'>,
  storages: Storages,
  { signal, say }: { signal: AbortSignal; say(text: string): void },
): Promise<MovedFiles> => {
  const tally = createTally('Files')
  const files = new Map<number, KnownFile>()
  const moved = new Map<string, number>()
  for await (const rows of source.rows('select * from "Files" order by "Id"')) {
    for (const row of rows) {
      signal.throwIfAborted()
      tally.read()
      const [id, hash] = [integerOf(row, 'Id'), hashOf(row, 'Hash')]
      const name = safeFileName(textOf(row, 'Name') ?? 'file')
      if (id === null || hash === null || files.has(id)) {
        tally.lost('row', hash === null ? 'It has no hash' : 'It has no key of its own', name)
        continue
      }
      const size = moved.get(hash) ?? (await moveFile(hash, storages, signal).catch(whyNot))
      if (typeof size === 'string') {
        tally.lost('row', size, `${name} (${hash})`)
        continue
      }
      if (size !== integerOf(row, 'FileSize')) tally.changed('FileSize', 'Taken from the file', name)
      const isDouble = moved.has(hash)
      moved.set(hash, size)
      files.set(id, { hash, name, size, uploadedAt: momentOf(row, 'UploadTimeUtc') ?? epoch })
      if (isDouble) tally.changed('row', 'Another row has the same file; they are one here', name)
      else tally.carried()
    }
    say(`${moved.size} files checked.`)
  }
  return { files, report: tally.report(), captures: await moveCaptures(storages, signal) }
}

/** What was put and wasn't there before can be taken back. */
export const undoable = (
  to: Pick<BlobStore, 'put' | 'stat' | 'delete'>,
): Pick<BlobStore, 'put'> & { undo(): Promise<void> } => {
  const added = new Set<string>()
  return {
    async put(key, source, size) {
      try {
        if ((await to.stat(key)) === null) added.add(key)
      } catch (error) {
        source.destroy()
        throw error
      }
      await to.put(key, source, size)
    },
    async undo() {
      // Why it is taken back matters more than a file that can't be.
      for (const key of added) await to.delete(key).catch(() => undefined)
    },
  }
}

const whyNot = (error: unknown): string => {
  if (error instanceof OtherBytes) return 'It has other bytes than its hash says'
  if (error instanceof NoCapture) return 'Its bytes are not those of a capture'
  if (error instanceof LinkInFolder) return 'It is a link, or in a folder that is one'
  throw faultOf(error)
}

const faultOf = (error: unknown): FileFault =>
  error instanceof FileFault ? error : new FileFault(reasonOf(error), { cause: error })

const moveFile = async (
  hash: string,
  { from, to }: Storages,
  signal: AbortSignal,
): Promise<number | string> => {
  const key = keyOfFile(hash)
  const info = await from.stat(key)
  const bytes = info === null ? null : await from.get(key)
  if (info === null || bytes === null) return 'It is not in the storage'
  const sum = createHash('sha256')
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk)
      done(null, chunk)
    },
    // Nothing is stored then: a file is put whole or not at all.
    flush: (done) => done(sum.digest('hex') === hash ? null : new OtherBytes(hash)),
  })
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (to === null) await pipeline(bytes, measure, nowhere, { signal })
  else {
    const [read, put] = await Promise.allSettled([
      pipeline(bytes, measure, { signal }),
      to.put(key, measure, info.size),
    ])
    // What the reading says is the reason why nothing was put.
    if (read.status === 'rejected') throw read.reason
    if (put.status === 'rejected') throw put.reason
  }
  return info.size
}

// No table knows of them: they are found by where they are.
const moveCaptures = async (storages: Storages, signal: AbortSignal): Promise<TableReport> => {
  const tally = createTally('capture/')
  try {
    for await (const { key, size } of storages.from.list('capture/')) {
      signal.throwIfAborted()
      tally.read()
      const isNamed = captureRefOf(key) !== null
      const why = isNamed
        ? await moveCapture({ key, size }, storages).catch(whyNot)
        : 'Its name is not that of a capture'
      if (why === null) tally.carried()
      else tally.lost('file', why, key)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw faultOf(error)
  }
  return tally.report()
}

/** Null, or why not. */
const moveCapture = async (
  { key, size }: { key: string; size: number },
  { from, to }: Storages,
): Promise<string | null> => {
  const bytes = await from.get(key)
  if (bytes === null) return 'It is not in the storage'
  const capture = asCapture(bytes)
  if (to !== null) await to.put(key, Readable.from(capture, { objectMode: false }), size)
  else {
    // The first bytes say it, and the others are many.
    await capture.next()
    await capture.return(undefined)
  }
  return null
}

const gzip = ['1f8b']
const pcap = ['a1b2c3d4', 'd4c3b2a1', 'a1b23c4d', '4d3cb2a1', '0a0d0d0a']
const marks = [...gzip, ...pcap]
const longestMark = 4

/** Monitors download captures, so nothing else must pass for one. */
async function* asCapture(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  let isSure = false
  for await (const chunk of bytes) {
    if (isSure) yield chunk
    else {
      head = Buffer.concat([head, chunk])
      if (head.length < longestMark) continue
      const begins = head.subarray(0, longestMark).toString('hex')
      if (!marks.some((mark) => begins.startsWith(mark))) throw new NoCapture()
      isSure = true
      yield head
    }
  }
  if (!isSure) throw new NoCapture()
}
