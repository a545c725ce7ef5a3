import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostDetail } from '@pennant/contract/post'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
// The clock is stopped: edits of one second must still differ.
const clock = createTestClock()
beforeAll(async () => {
  world = await createWorld({ clock })
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const write = async (post: object): Promise<string> =>
  (await admin.post<string>('/api/edit/posts', post)).body
const read = (id: string) => world.visitor().get<PostDetail & { code?: string }>(`/api/posts/${id}`)
const tagOf = async (id: string): Promise<string> => (await read(id)).headers.get('etag') ?? ''
const based = (method: 'PUT' | 'DELETE', id: string, tag: string | null, body?: object) =>
  admin.call<PostDetail & { code?: string }>(method, `/api/edit/posts/${id}`, {
    ...(body === undefined ? {} : { body }),
    headers: tag === null ? {} : { 'if-match': tag },
  })

describe('the version of a post', () => {
  it('lets an edit through that rests on what is there, and refuses one that rests on what was', async () => {
    const id = await write({ title: 'Draft', content: 'one' })
    const first = await tagOf(id)
    const mine = await based('PUT', id, first, { content: 'two' })
    expect([mine.status, mine.body.content]).toEqual([200, 'two'])
    const theirs = await based('PUT', id, first, { content: 'three' })
    expect([theirs.status, theirs.body.code]).toEqual([412, 'edit.conflict'])
    expect((await read(id)).body.content).toBe('two')
  })

  it('is named by the answer to an edit, and the same for who reads then', async () => {
    const id = await write({ title: 'Named' })
    const answer = await based('PUT', id, null, { content: 'again' })
    const tag = answer.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]{8}-[0-9A-F]+"$/)
    expect(await tagOf(id)).toBe(`W/${tag}`)
    expect((await based('PUT', id, tag, { content: 'and again' })).status).toBe(200)
  })

  it('changes with the pin, too', async () => {
    const id = await write({ title: 'Pinned' })
    const before = await tagOf(id)
    const pinned = await based('PUT', id, before, { isPinned: true })
    expect([pinned.status, pinned.body.isPinned]).toEqual([200, true])
    expect((await based('PUT', id, before, { isPinned: false })).status).toBe(412)
    expect((await read(id)).body.isPinned).toBe(true)
  })

  it.each([
    ['nothing', () => null, 200],
    ['any', () => '*', 200],
    ['one of several', (tag: string) => `"other", ${tag}`, 200],
    ['it as if it were strong', (tag: string) => tag.replace('W/', ''), 200],
    ['another', () => '"other"', 412],
    ['that of another post', (tag: string) => tag.replace(/[0-9a-f]{8}/, '00000000'), 412],
  ])('shown as %s', async (_what, shown, status) => {
    const id = await write({ title: 'Shown' })
    expect((await based('PUT', id, shown(await tagOf(id)), { content: 'x' })).status).toBe(status)
    expect((await based('DELETE', id, shown(await tagOf(id)))).status).toBe(status)
    expect((await read(id)).status).toBe(status === 200 ? 404 : 200)
  })

  it('lets one of several at once through', async () => {
    const id = await write({ title: 'Contested' })
    const tag = await tagOf(id)
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) => based('PUT', id, tag, { content })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412])
    const won = answers.find(({ status }) => status === 200)
    expect((await read(id)).body.content).toBe(won?.body.content)
  })

  it('of a post that is gone is not asked for', async () => {
    const id = await write({ title: 'Gone' })
    const tag = await tagOf(id)
    expect((await based('DELETE', id, tag)).status).toBe(200)
    expect((await based('PUT', id, tag, { content: 'x' })).status).toBe(404)
    expect((await based('DELETE', id, tag)).status).toBe(404)
  })
})

describe('two processes', () => {
  it('know the same versions', async () => {
    const second = await world.another()
    try {
      const id = await write({ title: 'Shared' })
      const tag = await tagOf(id)
      const there = (content: string) =>
        second.visitor().call('PUT', `/api/edit/posts/${id}`, {
          body: { content },
          headers: { cookie: `pennant_session=${admin.cookie()}`, 'if-match': tag },
        })
      const answers = await Promise.all([based('PUT', id, tag, { content: 'here' }), there('there')])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    } finally {
      await second.close()
    }
  })
})
