import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { exporter, PackageManifest } from '@pennant/contract/package'
import { Problem } from '@pennant/contract/problem'
import type { PackageFormat } from '@pennant/contract/transfer'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import type { ZipFault } from '../../kit/zip/fault.ts'
import { openZip, type Zip, type ZipEntry, zipFaultOf } from '../../kit/zip/reader.ts'
import { withExact } from './exact.ts'
import { parseJson } from './json.ts'
import { archiveLimits, documentLimits } from './limit.ts'

export type PackedFile = {
  readonly hash: string
  readonly size: number
  readonly head: Buffer
  readonly entry: ZipEntry
}

export type Archive = {
  foreign: boolean
  game(): Promise<unknown>
  challenges: readonly { entry: string; read(): Promise<unknown> }[]
  files: ReadonlyMap<string, PackedFile>
  close(): void
}

const headBytes = 16
const manifest = 'manifest.json'
const game = 'game.json'
const folder = 'challenges/'
const isChallenge = /^challenges\/[^/]+\.json$/i
const isFile = /^files\/.*[^/]$/i
const ownFormat: PackageFormat = 'PENNANT-GAME'
const format = /^[\w.-]+-GAME$/i

const problems = {
  unreadable: () => new Problem('transfer.unreadable'),
  unsupported: ({ entry }) => new Problem('transfer.unsupported', { entry }),
  twice: ({ entry }) => new Problem('transfer.entryTwice', { entry }),
  tooMuch: () =>
    new Problem('transfer.tooMuch', {
      megabytes: Math.floor(archiveLimits.bytes / 1_048_576),
      entries: archiveLimits.entries,
    }),
} satisfies Record<ZipFault['kind'], (fault: ZipFault) => Problem>

/** Refuses in the order of the wire. */
export const openArchive = async (path: string): Promise<Archive> => {
  const zip = await openZip(path, archiveLimits).catch((error: unknown) => {
    throw told(error)
  })
  try {
    return { ...(await read(zip)), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

const told = (error: unknown): unknown => {
  const fault = zipFaultOf(error)
  return fault === null ? error : problems[fault.kind](fault)
}

const load = async (entry: ZipEntry): Promise<unknown> => {
  try {
    return parseJson(await buffer(await entry.open()), entry.path)
  } catch (error) {
    throw told(error)
  }
}

const examine = async (entry: ZipEntry): Promise<PackedFile> => {
  const digest = createHash('sha256')
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of (await entry.open()) as AsyncIterable<Buffer>) {
      digest.update(chunk)
      if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes)
    }
  } catch (error) {
    throw told(error)
  }
  const hash = digest.digest('hex')
  if (entry.path.slice('files/'.length).toLowerCase() !== hash)
    throw new Problem('transfer.hashWrong', { entry: entry.path })
  return { hash, size: entry.size, head, entry }
}

const read = async (zip: Zip): Promise<Omit<Archive, 'close'>> => {
  const entries = new Map(zip.entries.map((entry) => [entry.path, entry]))
  const must = (path: string): ZipEntry => {
    const entry = entries.get(path)
    if (entry === undefined) throw new Problem('transfer.entryMissing', { entry: path })
    return entry
  }
  const documents = [must(manifest), must(game)]
  if (!zip.entries.some(({ path }) => path.startsWith(folder)))
    throw new Problem('transfer.entryMissing', { entry: folder })
  const challenges = zip.entries.filter(({ path }) => isChallenge.test(path))
  refuseSizes([...documents, ...challenges])
  const foreign = isForeign(await load(must(manifest)))
  // Each is parsed again when it is read: together, parsed documents take more memory than their text.
  for (const entry of [must(game), ...challenges]) await load(entry)
  const files = new Map<string, PackedFile>()
  for (const entry of zip.entries.filter(({ path }) => isFile.test(path))) {
    const file = await examine(entry)
    files.set(file.hash, file)
  }
  return {
    foreign,
    game: () => load(must(game)),
    challenges: challenges.map((entry) => ({ entry: entry.path, read: () => load(entry) })),
    files,
  }
}

const refuseSizes = (documents: readonly ZipEntry[]): void => {
  let left = documentLimits.allBytes
  for (const { path, size } of documents) {
    left -= size
    if (size > documentLimits.bytes || left < 0)
      throw new Problem('validation.tooLong', { field: path, max: documentLimits.bytes })
  }
}

const readManifest = compileDocumentReader(PackageManifest)

const isForeign = (document: unknown): boolean => {
  const found = readManifest(withExact(document), manifest)
  if (!format.test(found.format)) throw new Problem('transfer.notPackage')
  return found.format.toUpperCase() !== ownFormat && found.exporter !== exporter
}
