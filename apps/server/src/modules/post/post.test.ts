import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostDetail, PostInfo } from '@pennant/contract/post'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const write = async (post: object): Promise<string> => {
  const answer = await admin.post<string>('/api/edit/posts', post)
  expect(answer.status).toBe(200)
  return answer.body
}
const edit = (id: string, changes: object, by: Person = admin) =>
  by.put<PostDetail>(`/api/edit/posts/${id}`, changes)
const read = async (id: string): Promise<PostDetail> =>
  (await world.visitor().get<PostDetail>(`/api/posts/${id}`)).body
const list = async (): Promise<PostInfo[]> => (await world.visitor().get<PostInfo[]>('/api/posts')).body

describe('a new installation', () => {
  it('has one post to read, without an author', async () => {
    expect(await list()).toStrictEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}$/),
        title: 'Welcome',
        summary: expect.any(String),
        isPinned: false,
        tags: null,
        authorAvatar: null,
        authorName: null,
        time: expect.any(Number),
      },
    ])
  })

  it('gets it once, and not again while there is any', async () => {
    await Promise.all([world.app.modules.post.welcome(), world.app.modules.post.welcome()])
    expect(await list()).toHaveLength(1)
  })
})

describe('writing a post', () => {
  it('answers its id, eight hexadecimal digits as a JSON string', async () => {
    const answer = await admin.post('/api/edit/posts', { title: 'News' })
    expect(answer.text).toMatch(/^"[0-9a-f]{8}"$/)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('makes it readable for everybody with exactly the fields of the wire', async () => {
    const before = Date.now()
    const id = await write({ title: 'News', summary: 'Short', content: '# Long', tags: ['a', 'b'] })
    const post = await read(id)
    expect(post).toStrictEqual({
      id,
      title: 'News',
      summary: 'Short',
      content: '# Long',
      isPinned: false,
      tags: ['a', 'b'],
      authorAvatar: null,
      authorName: admin.userName,
      time: expect.any(Number),
    })
    expect(post.time).toBeGreaterThanOrEqual(before)
    expect(Object.keys((await list())[0] ?? {})).not.toContain('content')
  })

  it('takes a post of nothing, and tells no tags from an empty list', async () => {
    expect(await read(await write({}))).toMatchObject({ title: '', summary: '', content: '', tags: null })
    expect(await read(await write({ tags: [] }))).toMatchObject({ tags: [] })
    expect(await read(await write({ tags: null, title: null }))).toMatchObject({ tags: null, title: '' })
  })

  it('applies nothing but the pin when there is one', async () => {
    const pinned = await read(await write({ isPinned: true, title: 'ignored', tags: ['x'] }))
    expect(pinned).toMatchObject({ isPinned: true, title: '', tags: null, authorName: null })
    const unpinned = await read(await write({ isPinned: false, title: 'ignored' }))
    expect(unpinned).toMatchObject({ isPinned: false, title: '' })
  })

  it.each([
    { title: 'a'.repeat(51) },
    { tags: 'a' },
    { tags: [1] },
    { tags: Array.from({ length: 33 }, () => 'a') },
    { isPinned: 'maybe' },
    { content: 'a\u0000b' },
  ])('refuses %j', async (post) => {
    const before = (await list()).length
    expect((await admin.post('/api/edit/posts', post)).status).toBe(400)
    expect(await list()).toHaveLength(before)
  })

  it('takes a title of fifty characters and a long text', async () => {
    const content = 'ä'.repeat(200_000)
    const post = await read(await write({ title: 'ü'.repeat(50), content }))
    expect([post.title.length, post.content === content]).toEqual([50, true])
  })

  it('is for administrators', async () => {
    const monitor = await world.person('Monitor')
    const id = await write({ title: 'mine' })
    expect((await monitor.post('/api/edit/posts', {})).status).toBe(403)
    expect((await edit(id, { title: 'yours' }, monitor)).status).toBe(403)
    expect((await monitor.delete(`/api/edit/posts/${id}`)).status).toBe(403)
    expect((await world.visitor().delete(`/api/edit/posts/${id}`)).status).toBe(401)
  })
})

describe('editing a post', () => {
  it('keeps what is null or left out, and answers the whole post', async () => {
    const id = await write({ title: 'a', summary: 'b', content: 'c', tags: ['d'] })
    const answer = await edit(id, { title: 'A', summary: null })
    expect(answer.body).toMatchObject({ title: 'A', summary: 'b', content: 'c', tags: ['d'] })
    expect(await read(id)).toStrictEqual(answer.body)
    expect((await edit(id, { summary: '', tags: [] })).body).toMatchObject({
      title: 'A',
      summary: '',
      tags: [],
    })
  })

  it('makes the editor its author and now its time', async () => {
    const id = await write({ title: 'a' })
    const before = await read(id)
    world.clock.advance(60_000)
    const second = await world.person('Admin')
    const { body } = await edit(id, {}, second)
    expect(body.authorName).toBe(second.userName)
    expect(body.time - before.time).toBeGreaterThanOrEqual(60_000)
  })

  it('changes neither author nor time nor text together with the pin', async () => {
    const id = await write({ title: 'a', tags: ['t'] })
    const before = await read(id)
    world.clock.advance(60_000)
    const second = await world.person('Admin')
    expect((await edit(id, { isPinned: true, title: 'b', tags: [] }, second)).body).toStrictEqual({
      ...before,
      isPinned: true,
    })
    expect((await edit(id, { isPinned: false })).body).toStrictEqual(before)
  })

  it('loses nothing when two people edit different parts at once', async () => {
    const id = await write({ title: 'a', summary: 'b', content: 'c' })
    await Promise.all([edit(id, { title: 'A' }), edit(id, { summary: 'B' }), edit(id, { content: 'C' })])
    expect(await read(id)).toMatchObject({ title: 'A', summary: 'B', content: 'C' })
  })

  it('ends with deletion', async () => {
    const id = await write({ title: 'gone' })
    const answer = await admin.delete(`/api/edit/posts/${id}`)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(404)
    expect((await list()).map((post) => post.id)).not.toContain(id)
    for (const late of [await edit(id, {}), await edit('ffffffff', { title: 'x' })]) {
      expect(late.status).toBe(404)
      expect(late.body).toMatchObject({ status: 404, title: expect.any(String) })
    }
    expect((await admin.delete(`/api/edit/posts/${id}`)).status).toBe(404)
  })

  it.each(['00000000', 'nothing', '%27', 'a'.repeat(100)])('knows no post %s', async (id) => {
    const answer = await world.visitor().get(`/api/posts/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ status: 404, title: expect.any(String) })
  })
})

describe('the author of a post', () => {
  it('shows with the current name and avatar, and not at all when gone', async () => {
    const author = await world.person('Admin', 'Author')
    const id = await author.post<string>('/api/edit/posts', { title: 'signed' }).then(({ body }) => body)
    expect((await read(id)).authorName).toBe('Author')
    await author.upload('PUT', '/api/account/avatar', 'file', [{ name: 'a.png', bytes: await samplePng() }])
    await author.put('/api/account/update', { userName: 'Writer' })
    expect(await read(id)).toMatchObject({
      authorName: 'Writer',
      authorAvatar: expect.stringMatching(/^\/assets\/[0-9a-f]{64}\/avatar$/),
    })
    expect((await admin.delete(`/api/admin/users/${author.id}`)).status).toBe(200)
    expect(await read(id)).toMatchObject({ authorName: null, authorAvatar: null, title: 'signed' })
    expect((await list()).find((post) => post.id === id)).toMatchObject({
      authorName: null,
      authorAvatar: null,
    })
  })
})
