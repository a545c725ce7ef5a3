import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import type { BlobStore } from '../../ports/blob.ts'
import { createFiles } from '../../core/file/files.ts'
import { createFileStore } from '../../core/file/store.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
const keyOf = (hash: string): string => `uploads/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
const refsOf = async (hash: string): Promise<number | undefined> =>
  (await world.db.selectFrom('file').select('refs').where('hash', '=', hash).executeTakeFirst())?.refs

describe('the same bytes, uploaded and deleted by many at once', () => {
  it('are counted right, and are there as long as anybody refers to them', async () => {
    const storage = { CONNECTION_STRINGS__STORAGE: `disk://path=${join(world.dataFolder, 'files')}` }
    const second = await world.another({ settings: storage })
    try {
      for (let round = 0; round < 6; round++) {
        const content = new Uint8Array(randomBytes(70_000))
        const hash = hashOf(content)
        const clients = [admin, second.visitor()] as const
        clients[1].setCookie(admin.cookie() ?? '')
        const upload = async (at: number): Promise<number> => {
          const client = clients[at % 2 === 0 ? 0 : 1]
          return (await client.upload('POST', '/api/assets', 'files', [{ name: `${at}`, bytes: content }]))
            .status
        }
        const remove = async (at: number): Promise<number> =>
          (await clients[at % 2 === 0 ? 1 : 0].delete(`/api/assets/${hash}`)).status
        const read = async (): Promise<boolean> => {
          const response = await fetch(`${world.origin}/assets/${hash}/x`)
          const body = new Uint8Array(await response.arrayBuffer())
          return response.status === 404 || (response.status === 200 && hashOf(body) === hash)
        }
        const work = Array.from({ length: 12 }, (_, at) => Promise.all([upload(at), remove(at), read()]))
        const done = await Promise.all(work)
        expect(done.map(([uploaded]) => uploaded)).toEqual(done.map(() => 200))
        expect(done.every(([, , readWell]) => readWell)).toBe(true)
        const removed = done.map(([, status]) => status)
        expect(removed.filter((status) => status !== 200 && status !== 404)).toEqual([])
        const left = done.length - removed.filter((status) => status === 200).length
        expect(await refsOf(hash)).toBe(left === 0 ? undefined : left)
        const bytes = await world.adapters.blobs.stat(keyOf(hash))
        expect(bytes === null).toBe(left === 0)
      }
    } finally {
      await second.close()
    }
  })
})

describe('deletions that go wrong', () => {
  const filesOn = (blobs: BlobStore) => {
    const { images, clock, bus } = world.adapters
    return createFiles({
      store: createFileStore(world.db),
      blobs,
      images,
      clock,
      bus,
      temporary: join(world.dataFolder, 'test'),
    })
  }
  const stored = async (text: string): Promise<string> =>
    (await filesOn(world.adapters.blobs).storeStream(Readable.from([Buffer.from(text)]), 'a.txt'))?.hash ?? ''
  const served = async (hash: string): Promise<number> =>
    (await fetch(`${world.origin}/assets/${hash}/a.txt`)).status

  it('leave the file as it was, when its bytes cannot be deleted', async () => {
    const { blobs } = world.adapters
    const hash = await stored('stubborn bytes')
    const failing = filesOn({ ...blobs, delete: () => Promise.reject(new Error('the disk is read-only')) })
    await expect(failing.release(hash)).rejects.toThrow("can't be deleted")
    expect([await refsOf(hash), await served(hash)]).toEqual([1, 200])
    expect(await filesOn(blobs).release(hash)).toBe(true)
    expect([await refsOf(hash), await served(hash)]).toEqual([undefined, 404])
  })

  it('show no file without bytes, and are finished later, when they break off after the bytes are gone', async () => {
    const { blobs } = world.adapters
    const hash = await stored('bytes that go silently')
    const failing = filesOn({
      ...blobs,
      async delete(key) {
        await blobs.delete(key)
        throw new Error('the connection broke')
      },
    })
    await expect(failing.release(hash)).rejects.toThrow('the connection broke')
    expect([await refsOf(hash), await served(hash)]).toEqual([0, 404])
    expect(
      (await admin.get<{ data: { hash: string }[] }>('/api/admin/files?count=500')).body.data.map(
        (file) => file.hash,
      ),
    ).not.toContain(hash)
    expect((await admin.delete(`/api/assets/${hash}`)).status).toBe(404)
    await filesOn(blobs).sweep()
    expect(await refsOf(hash)).toBeUndefined()
  })

  it('are undone by anyone who stores the same bytes before they are finished', async () => {
    const text = 'bytes that come back'
    const hash = await stored(text)
    await world.db.updateTable('file').set({ refs: 0 }).where('hash', '=', hash).execute()
    expect(await served(hash)).toBe(404)
    expect(await stored(text)).toBe(hash)
    await filesOn(world.adapters.blobs).sweep()
    expect([await refsOf(hash), await served(hash)]).toEqual([1, 200])
  })
})

describe('bytes that nobody knows', () => {
  it('are deleted once no upload can be about to name them, and no others are', async () => {
    const { blobs } = world.adapters
    const hash = 'ab'.repeat(32)
    const key = `uploads/ab/ab/${hash}`
    const content = Readable.from([Buffer.from('bytes that somebody knows')])
    const known = (await world.core.files.storeStream(content, 'a.txt'))?.hash ?? ''
    await blobs.put(key, Readable.from([Buffer.from('stray')]))
    await world.core.files.sweepStrays()
    expect(await blobs.stat(key)).not.toBeNull()
    world.clock.advance(2 * 86_400_000)
    await world.core.files.sweepStrays()
    expect(await blobs.stat(key)).toBeNull()
    expect((await world.visitor().get(`/assets/${known}/a.txt`)).status).toBe(200)
  })
})

describe('what a killed process left half received', () => {
  it('is thrown away at the next start', async () => {
    const folder = join(world.dataFolder, 'uploads-in-progress')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'half'), 'of a file')
    await world.core.files.tidy()
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })
})
