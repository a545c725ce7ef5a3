import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDiskStore } from '../adapters/blob/disk.ts'
import { readFolder } from '../adapters/blob/read-folder.ts'
import { moveFiles, undoable } from './files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pennant-moved-files-'))
  await mkdir(path.join(folder, 'files/capture/1/1'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const hash = 'a'.repeat(64)
const quietly = { signal: new AbortController().signal, say: () => undefined }

/** What would be lost in a dry run, which is the same as what is lost, and what was put. */
const moved = async (rows: readonly Record<string, unknown>[] = []) => {
  const source = {
    async *rows() {
      yield rows
    },
  }
  const put = new Map<string, Buffer>()
  const to = { put: async (key: string, bytes: Readable) => void put.set(key, await buffer(bytes)) }
  const from = readFolder(path.join(folder, 'files'))
  const tried = await moveFiles(source, { from, to: null }, quietly)
  const { report, captures } = await moveFiles(source, { from, to }, quietly)
  expect([tried.report, tried.captures]).toEqual([report, captures])
  return { put, lost: [...report.lost, ...captures.lost].map(({ why, examples }) => [why, ...examples]) }
}

describe('files', () => {
  it('are not carried through links', async () => {
    await writeFile(path.join(folder, 'secret.key'), gzipSync('secret'))
    await symlink('../../../../secret.key', path.join(folder, 'files/capture/1/1/a.pcap.gz'))
    await writeFile(path.join(folder, hash), 'secret')
    await mkdir(path.join(folder, 'files/uploads/aa'), { recursive: true })
    await symlink('../../..', path.join(folder, 'files/uploads/aa/aa'))
    const why = 'It is a link, or in a folder that is one'
    const { put, lost } = await moved([{ Id: 1, Hash: hash, Name: 'a.bin', FileSize: 1 }])
    expect(lost).toEqual([
      [why, `a.bin (${hash})`],
      [why, 'capture/1/1/a.pcap.gz'],
    ])
    expect([...put.keys()]).toEqual([])
  })

  it.each([
    ['compressed', gzipSync('packets'), true],
    ['as it is written', Buffer.from('d4c3b2a102000400', 'hex'), true],
    ['that is a key', Buffer.from('secret key'), false],
    ['that is empty', Buffer.alloc(0), false],
    ['that is cut off', Buffer.from('1f8b', 'hex'), false],
  ])('hold a capture %s', async (_what, bytes, isOne) => {
    await writeFile(path.join(folder, 'files/capture/1/1/a.pcap.gz'), bytes)
    const { put, lost } = await moved()
    expect(put).toEqual(new Map(isOne ? [['capture/1/1/a.pcap.gz', bytes]] : []))
    expect(lost).toEqual(isOne ? [] : [['Its bytes are not those of a capture', 'capture/1/1/a.pcap.gz']])
  })
})

it('takes back what it put, but not what was there before', async () => {
  const store = await openDiskStore(path.join(folder, 'ours'))
  const text = (content: string): Readable => Readable.from([Buffer.from(content)])
  await store.put('uploads/old', text('x'))
  const copies = undoable(store)
  await copies.put('uploads/old', text('x'))
  await copies.put('uploads/new', text('y'))
  await expect(copies.put('uploads/short', text('z'), 2)).rejects.toThrow('ended after 1')
  await copies.undo()
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  expect(keys).toEqual(['uploads/old'])
})
