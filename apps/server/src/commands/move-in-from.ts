import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openBlobStore } from '../adapters/blob/open.ts'
import { readFolder } from '../adapters/blob/read-folder.ts'
import { parseStorage } from '../adapters/blob/storage.ts'
import { openSource, type Source } from '../adapters/sql/move-in/source.ts'
import { parseLooseJson } from '../config/from-file.ts'
import { expectKey, expectKnown, Unfit } from '../move-in/survey.ts'
import type { BlobStore } from '../ports/blob.ts'
import type { Opened } from './backup-places.ts'
import { finding, type Input, type Io, Refusal, wrongUsage } from './verb.ts'

/** The other platform's database, storage, and key, all of them only read. */
export type From = { source: Source; files: Pick<BlobStore, 'get' | 'list' | 'stat'>; xorKey: Buffer }

const given = ({ flags }: Input, flag: string): string => {
  const value = flags[flag]
  if (typeof value !== 'string' || value === '')
    throw wrongUsage(`--${flag} is missing.`, 'Run `pennant help move-in` for its usage.')
  return value
}

export const openFrom = async (input: Input, io: Io, opened: Opened): Promise<From> => {
  const [url, files] = [given(input, 'from'), given(input, 'files')]
  if (!URL.canParse(url) || !/^postgres(?:ql)?:$/.test(new URL(url).protocol))
    throw wrongUsage(
      '--from is no address of a PostgreSQL database.',
      'Write postgres://USER@HOST:5432/DATABASE.',
    )
  const { password, searchParams } = new URL(url)
  if (password !== '' || [...searchParams.keys()].some((name) => /^(?:ssl)?password$/i.test(name)))
    throw wrongUsage('A password never goes into an argument.', 'Set PGPASSWORD instead.')
  const xorKey = await readXorKey(resolve(io.cwd, given(input, 'settings')))
  const storage = await openStorage(files, io, opened)
  const address = new URL(url)
  address.password = encodeURIComponent(io.env['PGPASSWORD'] ?? '')
  const source = await openSource(address.href, io.signal).catch((error: unknown) => {
    io.signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    throw new Refusal(
      5,
      finding('error', 'source.unreachable', 'source', `Couldn't open the database of --from: ${why}.`),
    )
  })
  opened.push(() => source.close())
  try {
    await expectKnown(source)
    await expectKey(source, xorKey)
  } catch (error) {
    throw error instanceof Unfit
      ? new Refusal(4, finding('error', error.code, 'move-in', error.message))
      : error
  }
  return { source, files: storage, xorKey }
}

const readXorKey = async (path: string): Promise<Buffer> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrongUsage(`The file "${path}" can't be read.`)
  })
  const settings = parseLooseJson(text)
  if (typeof settings !== 'object' || settings === null)
    throw wrongUsage(`The file "${path}" has no settings.`)
  const key = 'XorKey' in settings ? settings.XorKey : ''
  return Buffer.from(typeof key === 'string' ? key : '')
}

const openStorage = async (text: string, { cwd }: Io, opened: Opened): Promise<From['files']> => {
  if (/^[a-z0-9.]+:\/\//i.test(text)) {
    if (/(?:accessKey|secretKey|sessionToken)=/i.test(text))
      throw wrongUsage(
        'Keys of a bucket never go into an argument.',
        'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.',
      )
    const storage = parseStorage(text)
    // Our own store of a folder is made to write into it.
    if (storage.kind === 'disk') return openFolder(resolve(cwd, storage.path))
    const blobs = await openBlobStore(storage)
    opened.push(() => blobs.close())
    return blobs
  }
  return openFolder(resolve(cwd, text))
}

const openFolder = (folder: string): From['files'] => {
  if (!existsSync(join(folder, 'uploads')))
    throw wrongUsage(`The folder "${folder}" has no folder "uploads".`, 'Name the storage folder itself.')
  return readFolder(folder)
}
