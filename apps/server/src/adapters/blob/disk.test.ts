import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { skipReason } from '../../../../../tests/kit/skip-reason.ts'
import type { BlobStore } from '../../ports/blob.ts'
import { openDiskStore } from './disk.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

const text = (content: string): Readable => Readable.from([Buffer.from(content)])

let root: string
let store: BlobStore
const drafts = (): Promise<string[]> => readdir(path.join(root, '~drafts'))
const keys = async (prefix = ''): Promise<string[]> => {
  const found: string[] = []
  for await (const { key } of store.list(prefix)) found.push(key)
  return found
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pennant-disk-'))
  store = await openDiskStore(root)
})
afterEach(() => rm(root, { recursive: true }))

describe('the store on disk', () => {
  it('keeps what it stores from other accounts', async () => {
    await store.put('folder/secret', text('x'))
    expect((await stat(path.join(root, 'folder/secret'))).mode & 0o777).toBe(0o600)
    expect((await stat(path.join(root, 'folder'))).mode & 0o777).toBe(0o700)
  })

  it('shows nothing under the key while it is being written, and no draft afterwards', async () => {
    const source = new PassThrough()
    const storing = store.put('a/b', source)
    source.write('half')
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), patient)
    expect(await store.get('a/b')).toBeNull()
    expect(await keys()).toEqual([])
    source.end()
    await storing
    expect(await drafts()).toEqual([])
    expect(await keys()).toEqual(['a/b'])
  })

  it('leaves no draft of what failed', async () => {
    const source = new PassThrough()
    const storing = store.put('a/b', source)
    source.write('half')
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), patient)
    source.destroy(new Error('gone'))
    await expect(storing).rejects.toThrow('gone')
    await store.put('blob', text('x'))
    await expect(store.put('blob/below', text('y'))).rejects.toThrow('EEXIST')
    await expect(store.put('../x', text('y'))).rejects.toThrow('blob key')
    expect(await readdir(root)).toEqual(['blob', '~drafts'])
    expect(await drafts()).toEqual([])
  })

  it('removes folders that became empty, and no other', async () => {
    await store.put('a/b/c/one', text('x'))
    await store.put('a/b/two', text('x'))
    await store.delete('a/b/c/one')
    expect(await readdir(path.join(root, 'a', 'b'))).toEqual(['two'])
    await store.delete('a/b/two')
    expect(await readdir(root)).toEqual(['~drafts'])
  })

  it('loses nothing when folders empty and fill at the same time', async () => {
    const churn = async (worker: number): Promise<void> => {
      for (let round = 0; round < 60; round++) {
        const key = `deep/er/${round % 3}/w${worker}`
        await store.put(key, text(`${worker} ${round}`))
        const stream = await store.get(key)
        expect(stream && (await buffer(stream)).toString()).toBe(`${worker} ${round}`)
        await store.delete(key)
      }
    }
    await Promise.all(Array.from({ length: 6 }, (_, worker) => churn(worker)))
    expect(await readdir(root)).toEqual(['~drafts'])
  })

  it('lists only what could be a blob', async () => {
    await store.put('fine', text('x'))
    await writeFile(path.join(root, 'not a key'), 'x')
    await mkdir(path.join(root, 'no~key'))
    await writeFile(path.join(root, 'no~key', 'inside'), 'x')
    await symlink('/etc', path.join(root, 'elsewhere'))
    expect(await keys()).toEqual(['fine'])
  })

  it('sweeps the drafts of a killed process when it is opened again, and not those of a living one', async () => {
    const own = new PassThrough()
    own.write('half')
    const storing = store.put('own', own)
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), patient)
    const [mine = ''] = await drafts()
    const [space] = mine.split('.')
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    try {
      await once(other, 'spawn')
      const theirs = `${space}.${other.pid}.1.x`
      await writeFile(path.join(root, '~drafts', theirs), 'half')
      await openDiskStore(root)
      expect((await drafts()).toSorted()).toEqual([mine, theirs].toSorted())
      other.kill('SIGKILL')
      await once(other, 'exit')
      store = await openDiskStore(root)
      expect(await drafts()).toEqual([mine])
    } finally {
      other.kill('SIGKILL')
    }
    own.end()
    await storing
    expect(await keys()).toEqual(['own'])
  })

  it('sweeps drafts of other machines only when nobody has written to them for a day', async () => {
    const day = 24 * 3600
    for (const [name, age] of [
      ['elsewhere.1.1.old', day + 60],
      ['elsewhere.1.1.young', day - 60],
    ] as const) {
      const draft = path.join(root, '~drafts', name)
      await writeFile(draft, 'half')
      await utimes(draft, Date.now() / 1000 - age, Date.now() / 1000 - age)
    }
    await openDiskStore(root)
    expect(await drafts()).toEqual(['elsewhere.1.1.young'])
  })

  it('sweeps what an earlier life of the same process number left, as happens in containers', async () => {
    const source = new PassThrough()
    source.write('half')
    const storing = store.put('now', source)
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), patient)
    const [mine = ''] = await drafts()
    const [space, pid, since] = mine.split('.')
    await writeFile(path.join(root, '~drafts', `${space}.${pid}.${Number(since) - 5000}.x`), 'half')
    await openDiskStore(root)
    expect(await drafts()).toEqual([mine])
    source.end()
    await storing
  })

  it('stores nothing on a full disk, keeps what was there, and works again when there is room', async ({
    skip,
  }) => {
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', root])
    const reason = skipReason(status === 0, 'this account may not mount a small disk')
    if (reason !== null) return skip(reason)
    try {
      const top = path.join(root, 'files')
      const small = await openDiskStore(top)
      await small.put('kept/old', Readable.from([Buffer.alloc(200_000)]))
      const large = (): Readable => Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(50_000)))
      await expect(small.put('kept/old', large())).rejects.toThrow('ENOSPC')
      await expect(small.put('new/one', large())).rejects.toThrow('ENOSPC')
      expect(await small.stat('kept/old')).toMatchObject({ size: 200_000 })
      expect(await readdir(top)).toEqual(['kept', '~drafts'])
      expect(await readdir(path.join(top, '~drafts'))).toEqual([])
      await small.put('new/one', Readable.from([Buffer.alloc(500_000)]))
      await small.check()
    } finally {
      spawnSync('umount', [root])
    }
  })
})
