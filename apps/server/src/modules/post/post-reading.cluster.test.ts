import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostInfo } from '@pennant/contract/post'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
// The clock is stopped, so versions must differ without it.
const clock = createTestClock()
beforeAll(async () => {
  world = await createWorld({ clock })
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const write = async (title: string): Promise<string> =>
  (await admin.post<string>('/api/edit/posts', { title })).body
const get = (path: string, headers?: Record<string, string>) => world.visitor().get<PostInfo[]>(path, headers)
const tagOf = async (path: string): Promise<string> => (await get(path)).headers.get('etag') ?? ''

// A rule of the wire: weak, its name, and Last-Modified in seconds, in upper-case hexadecimal.
const expectedTag = (name: string, headers: Headers): string =>
  `W/"${name}-${(Date.parse(headers.get('last-modified') ?? '') / 1000).toString(16).toUpperCase()}"`

describe('the order of posts', () => {
  it('is pinned first, then the newest update', async () => {
    const titles = ['one', 'two', 'three', 'four']
    const ids: string[] = []
    for (const title of titles) {
      clock.advance(5)
      ids.push(await write(title))
    }
    const [one = '', two = '', three = ''] = ids
    clock.advance(5)
    await admin.put(`/api/edit/posts/${two}`, { summary: 'edited' })
    await admin.put(`/api/edit/posts/${one}`, { isPinned: true })
    await admin.put(`/api/edit/posts/${three}`, { isPinned: true })
    const order = (await get('/api/posts')).body.map(({ title }) => title)
    expect(order).toEqual(['three', 'one', 'two', 'four', 'Welcome'])
  })
})

describe('conditional requests for posts', () => {
  it.each([
    ['/api/posts', 'all'],
    ['/api/posts/latest', 'latest'],
  ])('%s carry the tag and headers of the wire', async (path, name) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('etag')).toBe(expectedTag(name, headers))
    expect(headers.get('cache-control')).toBe('no-cache, must-revalidate')
    expect(headers.get('vary')).toContain('accept-encoding')
  })

  it('one post carries its own tag', async () => {
    const id = await write('tagged')
    const { headers } = await get(`/api/posts/${id}`)
    expect(headers.get('etag')).toBe(expectedTag(id, headers))
    expect(headers.get('cache-control')).toBe('no-cache, must-revalidate')
  })

  it.each([
    ['the tag', (tag: string) => ({ 'if-none-match': tag }), 304],
    ['the tag as if it were strong', (tag: string) => ({ 'if-none-match': tag.replace('W/', '') }), 304],
    ['one of several tags', (tag: string) => ({ 'if-none-match': `"x", ${tag}` }), 304],
    ['any tag', () => ({ 'if-none-match': '*' }), 304],
    ['another tag', () => ({ 'if-none-match': 'W/"all-0"' }), 200],
    [
      'another tag, whatever the date',
      () => ({ 'if-none-match': '"x"', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
      200,
    ],
    ['the date', (_tag: string, date: string) => ({ 'if-modified-since': date }), 304],
    ['an older date', () => ({ 'if-modified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' }), 200],
    ['no date', () => ({ 'if-modified-since': 'yesterday' }), 200],
  ])('are answered for %s', async (_what, condition, status) => {
    const id = await write('conditional')
    for (const path of ['/api/posts', '/api/posts/latest', `/api/posts/${id}`]) {
      const { headers } = await get(path)
      const again = await get(path, condition(headers.get('etag') ?? '', headers.get('last-modified') ?? ''))
      expect([path, again.status]).toEqual([path, status])
      if (status === 304) {
        expect(again.text).toBe('')
        expect(again.headers.get('etag')).toBe(headers.get('etag'))
        expect(again.headers.get('content-type')).toBeNull()
      }
    }
  })

  it('see every change, the pin included, however quickly they follow', async () => {
    const id = await write('changing')
    const lists: string[] = []
    const details: string[] = []
    const look = async (): Promise<void> => {
      lists.push(await tagOf('/api/posts'))
      details.push(await tagOf(`/api/posts/${id}`))
    }
    await look()
    for (const changes of [{ content: 'a' }, { isPinned: true }, { isPinned: false }, { content: 'b' }]) {
      await admin.put(`/api/edit/posts/${id}`, changes)
      await look()
    }
    expect(new Set(lists).size).toBe(5)
    expect(new Set(details).size).toBe(5)
    const other = await write('another')
    lists.push(await tagOf('/api/posts'))
    await admin.delete(`/api/edit/posts/${other}`)
    lists.push(await tagOf('/api/posts'))
    expect(new Set(lists).size).toBe(7)
  })

  it('keep their tags while nothing changes', async () => {
    const before = await tagOf('/api/posts')
    clock.advance(3_600_000)
    expect(await tagOf('/api/posts')).toBe(before)
  })
})

describe('many posts', () => {
  it('are all listed, the latest twenty by themselves, and in compressed form the same', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      id: (0x10000000 + at).toString(16),
      title: `Post ${at}`,
      summary: 'about this and that '.repeat(5),
      content: 'text',
      tags: ['news'],
      is_pinned: false,
      author_id: null,
      updated_at: new Date(clock.now() - 86_400_000 - at * 1000),
      revised_at: new Date(clock.now()),
    }))
    await world.db.insertInto('post').values(rows).execute()
    await write('last')
    const { body } = await get('/api/posts')
    expect(body.length).toBeGreaterThan(1000)
    const bulk = body.filter(({ title }) => title.startsWith('Post '))
    expect(bulk.map(({ title }) => title)).toEqual(rows.map(({ title }) => title))
    expect((await get('/api/posts/latest')).body).toEqual(body.slice(0, 20))
    expect((await get('/api/posts/100003e7')).body).toMatchObject({ title: 'Post 999', content: 'text' })
    for (const encoding of ['br', 'gzip']) {
      const packed = await get('/api/posts', { 'accept-encoding': encoding })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.body).toEqual(body)
    }
    const plain = await get('/api/posts', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.body).toEqual(body)
  })
})

describe('two processes', () => {
  it('show the same posts under the same tags, and never another list under one', async () => {
    const second = await world.another()
    try {
      const other = second.visitor()
      const both = async () => [await get('/api/posts'), await other.get<PostInfo[]>('/api/posts')] as const
      const seen = new Map<string, string>()
      for (let round = 0; round < 4; round++) {
        await write(`shared ${round}`)
        await expect
          .poll(async () =>
            (await other.get<PostInfo[]>('/api/posts')).body.some(({ title }) => title === `shared ${round}`),
          )
          .toBe(true)
        for (const { headers, text } of await both()) {
          const tag = headers.get('etag') ?? ''
          expect(seen.get(tag) ?? text).toBe(text)
          seen.set(tag, text)
        }
      }
      expect(seen.size).toBe(4)
    } finally {
      await second.close()
    }
  })
})
