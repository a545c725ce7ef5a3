import { createHash, randomBytes } from 'node:crypto'
import { chmod, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUpload } from '../../../../../tests/kit/form.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type LocalFile = { hash: string; name: string }
type Part = { name: string; bytes: Uint8Array<ArrayBuffer> }

const maxBodyBytes = 26 * 1_048_576
let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld({ settings: { MAX_BODY_BYTES: String(maxBodyBytes) } })
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
const upload = (parts: readonly Part[], query = '') =>
  admin.upload<LocalFile[]>('POST', `/api/assets${query}`, 'files', parts)
const rowOf = (hash: string) =>
  world.db.selectFrom('file').select(['name', 'refs', 'size']).where('hash', '=', hash).executeTakeFirst()
const waiting = (): Promise<string[]> =>
  readdir(join(world.dataFolder, 'uploads-in-progress')).catch(() => [])
const rows = async (): Promise<number> => (await world.db.selectFrom('file').select('hash').execute()).length
const slow = (length?: number) =>
  startUpload(`${world.origin}/api/assets`, {
    cookie: admin.cookie() ?? '',
    ...(length === undefined ? {} : { length }),
  })

describe('uploading', () => {
  it('stores many files at once and answers hash and name of each', async () => {
    const parts = Array.from({ length: 70 }, (_, at) => ({
      name: `file ${at}.txt`,
      bytes: bytes(`content ${at}`),
    }))
    const answer = await upload(parts)
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual(
      parts.map(({ name, bytes: content }) => ({ hash: hashOf(content), name })),
    )
    expect(await rowOf(hashOf(bytes('content 7')))).toEqual({ name: 'file 7.txt', refs: 1, size: 9 })
    expect(await waiting()).toEqual([])
  })

  it('passes over empty files, and answers an empty list for none', async () => {
    expect(
      (
        await upload([
          { name: 'empty', bytes: bytes('') },
          { name: 'a', bytes: bytes('not empty') },
        ])
      ).body,
    ).toHaveLength(1)
    expect((await upload([{ name: 'empty', bytes: bytes('') }])).body).toEqual([])
    expect((await upload([])).body).toEqual([])
    expect(
      (await admin.upload('POST', '/api/assets', 'other', [{ name: 'a', bytes: bytes('elsewhere') }])).body,
    ).toEqual([])
    const nothing = await admin.post('/api/assets')
    expect([nothing.status, nothing.body]).toEqual([200, []])
    expect(await waiting()).toEqual([])
  })

  it('gives all files the name of the query', async () => {
    const answer = await upload(
      [
        { name: 'a', bytes: bytes('one of two') },
        { name: 'b', bytes: bytes('two of two') },
      ],
      '?filename=same.txt',
    )
    expect(answer.body.map(({ name }) => name)).toEqual(['same.txt', 'same.txt'])
    expect((await upload([{ name: 'own.txt', bytes: bytes('own name') }], '?filename=')).body[0]?.name).toBe(
      'own.txt',
    )
  })

  it('counts the same bytes, of which the newest name wins, until the last reference goes', async () => {
    const content = bytes('twice the same')
    const hash = hashOf(content)
    await upload([{ name: 'first.txt', bytes: content }])
    await upload([
      { name: 'second.txt', bytes: content },
      { name: 'third.txt', bytes: content },
    ])
    expect(await rowOf(hash)).toMatchObject({ name: 'third.txt', refs: 3 })
    for (const left of [2, 1]) {
      const answer = await admin.delete(`/api/assets/${hash}`)
      expect([answer.status, answer.text]).toEqual([200, ''])
      expect(await rowOf(hash)).toMatchObject({ refs: left })
      expect((await world.visitor().get(`/assets/${hash}/x`)).text).toBe('twice the same')
    }
    expect((await admin.delete(`/api/assets/${hash}`)).status).toBe(200)
    expect((await world.visitor().get(`/assets/${hash}/x`)).status).toBe(404)
    expect((await admin.delete(`/api/assets/${hash}`)).status).toBe(404)
    expect(await rowOf(hash)).toBeUndefined()
    await expect(
      stat(join(world.dataFolder, 'files/uploads', hash.slice(0, 2), hash.slice(2, 4), hash)),
    ).rejects.toThrow('ENOENT')
  })

  it.each([
    ['Übung – 練習 🎏.pdf', 'Übung – 練習 🎏.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\notes.txt', 'notes.txt'],
    ['..', 'file'],
    ['a<b>:c|?*.txt', 'a_b__c___.txt'],
    ['turned\u202efdp.exe', 'turnedfdp.exe'],
    [`${'long'.repeat(100)}.tar`, `${'long'.repeat(100).slice(0, 251)}.tar`],
  ])('keeps of the name %j what is safe', async (given, kept) => {
    const answer = await upload([{ name: given, bytes: bytes(`named ${given}`) }])
    expect(answer.body.map(({ name }) => name)).toEqual([kept])
    const renamed = await upload(
      [{ name: 'x', bytes: bytes(`renamed ${given}`) }],
      `?filename=${encodeURIComponent(given.slice(0, 255))}`,
    )
    expect(renamed.status).toBe(200)
  })

  it.each(['', 'x', 'A'.repeat(64), 'g'.repeat(64), 'a'.repeat(63), '0'.repeat(64), 'a'.repeat(65)])(
    'deletes no file %j',
    async (hash) => {
      const answer = await admin.delete(`/api/assets/${hash}`)
      expect(answer.status).toBe(hash === '' ? 405 : 404)
      expect(answer.text).toContain('"title"')
    },
  )

  it('is for administrators', async () => {
    const monitor = await world.person('Monitor')
    expect((await monitor.upload('POST', '/api/assets', 'files', [])).status).toBe(403)
    expect((await monitor.delete(`/api/assets/${'a'.repeat(64)}`)).status).toBe(403)
    expect((await world.visitor().upload('POST', '/api/assets', 'files', [])).status).toBe(401)
  })
})

describe('a large upload', () => {
  it('goes to the disk while it comes in, and out again unchanged', async () => {
    const piece = randomBytes(1_048_576)
    const uploading = slow()
    for (let sent = 0; sent < 20; sent++) await uploading.send(piece)
    const arrived = async (): Promise<number> => {
      const [name] = await waiting()
      return name === undefined ? 0 : (await stat(join(world.dataFolder, 'uploads-in-progress', name))).size
    }
    await expect.poll(arrived).toBeGreaterThan(19 * piece.length)
    for (let sent = 0; sent < 5; sent++) await uploading.send(piece)
    const answer = await uploading.finish()
    expect(answer.status).toBe(200)
    const [file] = JSON.parse(answer.text) as LocalFile[]
    const whole = Buffer.concat(Array.from({ length: 25 }, () => piece))
    expect(file).toEqual({ hash: hashOf(whole), name: 'big.bin' })
    const back = Buffer.from(
      await (await fetch(`${world.origin}/assets/${file?.hash}/big.bin`)).arrayBuffer(),
    )
    expect(back.equals(whole)).toBe(true)
    expect(await waiting()).toEqual([])
  })

  it.each([
    ['one that says so beforehand', maxBodyBytes + 1],
    ['one that does not', undefined],
  ])('is refused beyond the limit, %s, and leaves nothing', async (_what, length) => {
    const before = await rows()
    const uploading = slow(length)
    const piece = randomBytes(1_048_576)
    for (let sent = 0; sent < 26; sent++) await uploading.send(piece)
    await uploading.send(piece.subarray(0, 1))
    const answer = await uploading.finish()
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.text)).toMatchObject({ status: 413, title: expect.any(String) })
    expect([await rows(), await waiting()]).toEqual([before, []])
  })

  it('of several files is refused as a whole when they are too much together', async () => {
    const before = await rows()
    const parts = [1, 2].map((seed) => ({
      name: `${seed}`,
      bytes: new Uint8Array(14 * 1_048_576).fill(seed),
    }))
    expect((await upload(parts)).status).toBe(413)
    expect([await rows(), await waiting()]).toEqual([before, []])
  })

  it('leaves nothing when the client hangs up, and is no fault of ours', async () => {
    const before = await rows()
    world.said.length = 0
    const uploading = slow(2_000_000)
    await uploading.send(randomBytes(1_000_000))
    await expect.poll(waiting).toHaveLength(1)
    uploading.abandon()
    await expect.poll(waiting).toEqual([])
    expect(await rows()).toBe(before)
    expect(world.said.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('of a form that makes no sense is the caller’s fault', async () => {
    for (const raw of [
      { type: 'multipart/form-data', bytes: 'x' },
      { type: 'multipart/form-data; boundary=b', bytes: '--b\r\nnot a form' },
    ])
      expect([raw, (await admin.call('POST', '/api/assets', { raw })).status]).toEqual([raw, 400])
    expect(
      (await admin.call('POST', '/api/assets', { raw: { type: 'application/json', bytes: '{}' } })).status,
    ).toBe(415)
  })
})

describe('when the storage fails', () => {
  it('an upload is refused as a whole, told to administrators, and works again afterwards', async () => {
    const good = bytes('before the fault')
    const store = join(world.dataFolder, 'files')
    await rename(store, `${store}.away`)
    await writeFile(store, 'in the way')
    try {
      const before = await rows()
      const answer = await upload([{ name: 'a', bytes: good }])
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ status: 400, title: expect.any(String) })
      expect([await rows(), await waiting()]).toEqual([before, []])
      expect(world.said.some((line) => line.includes("Couldn't store an upload"))).toBe(true)
    } finally {
      await rename(store, `${store}.gone`)
      await rename(`${store}.away`, store)
      await chmod(store, 0o700)
    }
    expect((await upload([{ name: 'a', bytes: good }])).status).toBe(200)
  })
})

describe('the list of files', () => {
  it('is in the order of names, in pages, with the real total', async () => {
    await upload(['zz-b', 'zz-a', 'zz-c'].map((name) => ({ name, bytes: bytes(`list ${name}`) })))
    type Page = { data: LocalFile[]; length: number; total: number }
    const { body: all } = await admin.get<Page>('/api/admin/files?count=500')
    expect(all.total).toBe(await rows())
    const at = all.data.findIndex(({ name }) => name === 'zz-a')
    const { body: page } = await admin.get<Page>(`/api/admin/files?count=3&skip=${at}`)
    expect(page).toStrictEqual({ data: all.data.slice(at, at + 3), length: 3, total: all.total })
    expect(page.data.map(({ name }) => name)).toEqual(['zz-a', 'zz-b', 'zz-c'])
    expect(Object.keys(page.data[0] ?? {})).toEqual(['hash', 'name'])
    expect((await admin.get<Page>('/api/admin/files')).body.length).toBe(50)
    expect((await admin.get('/api/admin/files?count=0')).body).toEqual({
      data: [],
      length: 0,
      total: all.total,
    })
    for (const query of ['count=501', 'count=-1', 'skip=-1', 'skip=a'])
      expect((await admin.get(`/api/admin/files?${query}`)).status).toBe(400)
  })
})
