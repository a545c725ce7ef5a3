import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openS3Store } from '../adapters/blob/s3.ts'
import { readFolder } from '../adapters/blob/read-folder.ts'
import { parseStorage, type StorageConfig, StorageFault } from '../adapters/blob/storage.ts'
import { openSource, type Source } from '../adapters/sql/move-in/source.ts'
import { parseLooseJson } from '../config/from-file.ts'
import { expectKey, expectKnown, Unfit } from '../move-in/survey.ts'
import { reasonOf } from '../kit/reason.ts'
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
      'Write postgres://USER@HOST:5432/DATABASE. If you have a dump, load it into a database first.',
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
    throw unreachable(
      'source.unreachable',
      `Couldn't open the database of --from: ${reasonOf(error)}.`,
      'Check its address, and that PGPASSWORD has its password.',
    )
  })
  opened.push(() => source.close())
  try {
    await expectKnown(source)
    await expectKey(source, xorKey)
  } catch (error) {
    throw error instanceof Unfit
      ? new Refusal(4, finding('error', error.code, 'move-in', error.message, { remedy: error.remedy }))
      : error
  }
  await expectUploads(source, storage, files)
  return { source, files: storage, xorKey }
}

const readXorKey = async (path: string): Promise<Buffer> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrongUsage(`The file "${path}" can't be read.`, 'Name the settings file of the other platform.')
  })
  const settings = parseLooseJson(text)
  if (typeof settings !== 'object' || settings === null)
    throw wrongUsage(`The file "${path}" has no settings in JSON.`, 'Name the file that has XorKey.')
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
    const storage = parsed(text)
    // Our own store of a folder is made to write into it.
    if (storage.kind === 'disk') return openFolder(resolve(cwd, storage.path))
    const blobs = openS3Store(storage, { mayCreate: false })
    opened.push(() => blobs.close())
    return blobs
  }
  return openFolder(resolve(cwd, text))
}

const parsed = (text: string): StorageConfig => {
  try {
    return parseStorage(text)
  } catch (error) {
    throw error instanceof StorageFault
      ? wrongUsage(
          `--files can't be used: ${error.message}.`,
          'Write a folder, or "s3://bucket=NAME;region=REGION".',
        )
      : error
  }
}

const ofStorage = 'Name the storage folder itself, which has the folder "uploads".'

const openFolder = (folder: string): From['files'] => {
  if (!existsSync(folder)) throw wrongUsage(`There is no folder "${folder}".`, ofStorage)
  return readFolder(folder)
}

/** Where all files would be lost, the wrong storage was named. */
const expectUploads = async (source: Source, files: From['files'], text: string): Promise<void> => {
  if (Number((await source.column('select count(*) from "Files"'))[0]) === 0) return
  try {
    const { done } = await files.list('uploads/')[Symbol.asyncIterator]().next()
    if (done !== true) return
  } catch (error) {
    throw unreachable(
      'files.unreachable',
      `Couldn't read the storage of --files: ${reasonOf(error)}.`,
      'Check --files, and the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
  throw wrongUsage(`Nothing is in "uploads" of the storage "${text}".`, ofStorage)
}

const unreachable = (code: string, message: string, remedy: string): Refusal =>
  new Refusal(5, finding('error', code, 'source', message, { remedy }))
