import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zipOf, type RawEntry } from '../../../../../tests/kit/zip.ts'
import type { ZipFault } from './fault.ts'
import { openZip, type Zip, type ZipLimits, zipFaultOf } from './reader.ts'

const limits: ZipLimits = { entries: 100, bytes: 50_000_000, ratio: 100, freeBytes: 1_000_000 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let made = 0
const onDisk = async (bytes: Uint8Array): Promise<string> => {
  const path = join(folder, `${++made}.zip`)
  await writeFile(path, bytes)
  return path
}

const withZip = async <T>(bytes: Uint8Array, work: (zip: Zip) => Promise<T>, given = limits): Promise<T> => {
  const zip = await openZip(await onDisk(bytes), given)
  try {
    return await work(zip)
  } finally {
    zip.close()
  }
}

const readAll = (bytes: Uint8Array, given = limits): Promise<Record<string, string>> =>
  withZip(
    bytes,
    async (zip) => {
      const contents: Record<string, string> = {}
      for (const entry of zip.entries) contents[entry.path] = await text(await entry.open())
      return contents
    },
    given,
  )

const faultOf = async (bytes: Uint8Array, given = limits): Promise<ZipFault['kind'] | undefined> => {
  try {
    await readAll(bytes, given)
    return undefined
  } catch (error) {
    const fault = zipFaultOf(error)
    if (fault === null) throw error
    return fault.kind
  }
}

const a: RawEntry = { name: 'a.txt', bytes: 'first '.repeat(500) }
const b: RawEntry = { name: 'folder/b.txt', bytes: 'second' }
const contents = { 'a.txt': 'first '.repeat(500), 'folder/b.txt': 'second' }

describe('an archive', () => {
  const archives: Readonly<Record<string, Uint8Array>> = {
    'that is packed': zipOf([a, b]),
    'that is only put together': zipOf([
      { ...a, stored: true },
      { ...b, stored: true },
    ]),
    'whose sizes come after the bytes': zipOf([
      { ...a, described: true },
      { ...b, described: true },
    ]),
    'in the large form': zipOf(
      [
        { ...a, large: true },
        { ...b, large: true },
      ],
      { large: true },
    ),
    'with a comment': zipOf([a, b], { comment: 'made by hand' }),
    'with something before it': zipOf([a, b], { before: Buffer.from('#!/bin/sh\nexit\n') }),
    'made on a system without modes': zipOf([
      { ...a, madeBy: 20, attributes: 0xa1ff0000 },
      { ...b, madeBy: 20, attributes: 0 },
    ]),
    'whose folders are parted by backslashes': zipOf([a, { ...b, name: 'folder\\b.txt' }]),
    'whose entries are called otherwise where they are': zipOf([{ ...a, localName: '../../a' }, b]),
  }
  it.each(Object.entries(archives))('%s is read', async (_says, bytes) => {
    expect(await readAll(bytes)).toEqual(contents)
  })

  it('tells folders by their slash, and sizes without unpacking', async () => {
    const bytes = zipOf([{ name: 'folder/' }, b])
    const entries = await withZip(bytes, async (zip) => zip.entries.map(({ path, size }) => [path, size]))
    expect(entries).toEqual([
      ['folder/', 0],
      ['folder/b.txt', 6],
    ])
  })

  it('may hold nothing', async () => {
    expect(await readAll(zipOf([]))).toEqual({})
  })
})

const cut = (bytes: Uint8Array, length: number): Uint8Array => bytes.slice(0, length)
const spoiled = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte))

describe('what is no whole archive', () => {
  const whole = zipOf([a, b])
  const stored = zipOf([{ ...a, stored: true }, b])
  const broken: Readonly<Record<string, Uint8Array>> = {
    'nothing at all': new Uint8Array(),
    'one byte': new Uint8Array(1),
    'a text': Buffer.from('hello'.repeat(100)),
    zeros: new Uint8Array(10_000),
    'an archive without its end': cut(whole, whole.length - 22),
    'an archive without its last byte': cut(whole, whole.length - 1),
    'an archive with a byte behind it': Buffer.concat([whole, Buffer.from([0])]),
    'an archive without its beginning': whole.slice(10),
    'two archives, one behind the other': Buffer.concat([whole, stored]),
    'the same archive twice': Buffer.concat([whole, whole]),
    'an archive in the comment of another': zipOf([a], {
      comment: Buffer.from(zipOf([b])).toString('latin1'),
    }),
    'a list with more entries than there are': zipOf([a, b], { count: 3 }),
    'a list that begins nowhere': spoiled(whole, whole.length - 3),
    'bytes that have been changed': spoiled(stored, 60),
    'packed bytes that have been changed': spoiled(whole, 45),
    'an entry that is longer than it says': zipOf([{ ...a, size: 10 }]),
    'an entry that is shorter than it says': zipOf([{ ...a, size: 100_000 }]),
    'an entry that is put in with another length than it has': zipOf([{ ...a, stored: true, size: 10 }]),
    'an entry with another sum': zipOf([{ ...a, crc: 1 }]),
    'an entry that is not packed as it says': zipOf([{ ...a, packed: Buffer.from(a.bytes ?? '') }]),
    'an entry that ends in the middle': zipOf([{ ...a, packedSize: 5 }]),
    'an entry that goes on behind the end': zipOf([{ ...b, packedSize: 1_000_000 }]),
    'an entry that is nowhere': zipOf([{ ...a, offset: 1_000_000 }]),
    'an entry that is where no entry is': zipOf([{ ...a, offset: 3 }]),
    'an entry that is where no file can have one': zipOf([{ ...a, large: true, offset: 2 ** 60 }]),
    'a list that is where no file can have one': zipOf([a], { large: true, listAt: 2 ** 60 }),
    'an end that is where no file can have one': zipOf([a], { large: true, endAt: 2 ** 60 }),
    'an entry that leads out': zipOf([{ ...a, name: '../../etc/passwd' }]),
    'an entry that leads out by backslashes': zipOf([{ ...a, name: '..\\..\\boot.ini' }]),
    'an entry with a path from the top': zipOf([{ ...a, name: '/etc/passwd' }]),
    'an entry with a drive': zipOf([{ ...a, name: 'C:/boot.ini' }]),
  }
  it.each(Object.entries(broken))('%s is unreadable', async (_says, bytes) => {
    expect(await faultOf(bytes)).toBe('unreadable')
  })
})

describe('what nobody packs for a reader like this', () => {
  const link = (0o120_777 << 16) >>> 0
  const odd: Readonly<Record<string, RawEntry>> = {
    'an encrypted entry': { ...a, flags: 0x0001 },
    'a link': { ...a, attributes: link },
    'a link with a folder for its name': { name: 'a/', attributes: link },
    'a device': { ...a, attributes: (0o020_644 << 16) >>> 0 },
    'an unknown way of packing': { ...a, method: 93 },
  }
  it.each(Object.entries(odd))('%s is refused by its name', async (_says, entry) => {
    const error: unknown = await readAll(zipOf([b, entry])).catch((reason: unknown) => reason)
    expect(zipFaultOf(error)).toMatchObject({ kind: 'unsupported', entry: entry.name })
  })

  it('two entries of one name are refused by that name', async () => {
    const error: unknown = await readAll(zipOf([a, b, a])).catch((reason: unknown) => reason)
    expect(zipFaultOf(error)).toMatchObject({ kind: 'twice', entry: 'a.txt' })
    expect(await faultOf(zipOf([b, { ...b, name: 'folder\\b.txt' }]))).toBe('twice')
  })
})

describe('what would become too much', () => {
  const zeros = (name: string, length: number): RawEntry => ({ name, bytes: new Uint8Array(length) })

  it('is too many entries, by what the archive says and before they are read', async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ name: `${at}` }))
    expect(await faultOf(zipOf(many))).toBe('tooMuch')
    expect(await faultOf(zipOf(many.slice(1)))).toBeUndefined()
    expect(await faultOf(zipOf([a], { large: true, count: 2 ** 40 }))).toBe('tooMuch')
  })

  it('is too much for a small archive', async () => {
    expect(await faultOf(zipOf([zeros('small', 900_000)]))).toBeUndefined()
    expect(await faultOf(zipOf([zeros('bomb', 2_000_000)]))).toBe('tooMuch')
    expect(await faultOf(zipOf([zeros('half', 600_000), zeros('other half', 600_000)]))).toBe('tooMuch')
  })

  it('is too much for any archive', async () => {
    const given = { ...limits, bytes: 500_000 }
    expect(await faultOf(zipOf([{ ...zeros('stored', 600_000), stored: true }]), given)).toBe('tooMuch')
  })

  it('is a size that is nowhere, where the large form would have it', async () => {
    expect(await faultOf(zipOf([{ ...a, size: 0xffff_ffff, packedSize: 0xffff_ffff }]))).toBe('tooMuch')
  })

  it('is not believed to be less', async () => {
    const bytes = new Uint8Array(5_000_000)
    const lie = { name: 'lie', packed: deflateRawSync(bytes), method: 8, size: 100, crc: crc32(bytes) }
    expect(await faultOf(zipOf([lie]))).toBe('unreadable')
  })

  it('is entries that share their bytes', async () => {
    const bytes = 'shared '.repeat(3000)
    const shared = Array.from({ length: 50 }, (_, at) => ({ name: `${at}`, bytes, stored: true as const }))
    const honest = zipOf(shared.slice(0, 1))
    const packed = { packed: new Uint8Array(), packedSize: bytes.length, size: bytes.length, offset: 0 }
    const overlapping = zipOf(
      shared.map((entry) => ({ ...entry, ...packed })),
      { before: honest },
    )
    expect(await faultOf(overlapping)).toBe('unreadable')
  })
})

describe('a reader who leaves', () => {
  it('has read little more than was asked for', async () => {
    const bytes = Buffer.alloc(8_000_000, 'not so very compressible ')
    await withZip(zipOf([{ name: 'long', bytes, stored: true }]), async (zip) => {
      const stream = await zip.entries[0]?.open()
      if (stream === undefined) throw new Error('there is an entry')
      const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      await chunks.next()
      // Another stream is read to its end: by then the first would be, too, without backpressure.
      const other = await zip.entries[0]?.open()
      expect((await buffer(other ?? Readable.from([]))).length).toBe(bytes.length)
      expect(stream.readableLength).toBeLessThan(300_000)
      stream.destroy()
    })
  })

  it('has not to wait for what is still open when the archive is closed', async () => {
    const zip = await openZip(await onDisk(zipOf([a, b])), limits)
    const stream = await zip.entries[0]?.open()
    zip.close()
    expect(stream === undefined ? '' : await text(stream)).toBe(contents['a.txt'])
    await expect(zip.entries[1]?.open()).rejects.toThrow(/closed|unreadable/)
  })
})
