import { createHash } from 'node:crypto'
import type { GameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { animatedGif, sampleImage } from '../../../../../tests/kit/images.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const create = async (): Promise<GameInfo> =>
  (await admin.post<GameInfo>('/api/edit/games', { title: 'Cup' })).body
const read = (game: GameInfo) => admin.get<GameInfo>(`/api/edit/games/${game.id}`)
const upload = (id: number, bytes: Buffer<ArrayBuffer>) =>
  admin.upload<string & { code: string }>('PUT', `/api/edit/games/${id}/poster`, 'file', [
    { name: 'poster.png', bytes: new Uint8Array(bytes) },
  ])
const refs = async (url: string): Promise<number | undefined> =>
  (
    await world.db
      .selectFrom('file')
      .select('refs')
      .where('hash', '=', url.split('/')[2] ?? '')
      .executeTakeFirst()
  )?.refs

describe('the poster of a game', () => {
  it('becomes WebP in its own size; the game shows it without an extension', async () => {
    const game = await create()
    const bytes = await sampleImage('png', { width: 1500, height: 700 })
    const answer = await upload(game.id, bytes)
    expect([answer.status, answer.text]).toEqual([
      200,
      expect.stringMatching(/^"\/assets\/[0-9a-f]{64}\/poster\.webp"$/),
    ])
    const poster = answer.body.replace(/\.webp$/, '')
    expect((await read(game)).body.poster).toBe(poster)
    expect((await world.visitor().get<GameInfo>(`/api/game/${game.id}`)).body.poster).toBe(poster)
    const shown = await fetch(world.origin + poster)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('stays a GIF that moves', async () => {
    const game = await create()
    const bytes = await animatedGif()
    const { body: url } = await upload(game.id, bytes)
    expect(url).toBe(`/assets/${createHash('sha256').update(bytes).digest('hex')}/poster.gif`)
  })

  it('lets go of the previous image', async () => {
    const game = await create()
    const { body: first } = await upload(game.id, await sampleImage('png', { color: '#112233' }))
    expect(await refs(first)).toBe(1)
    const { body: second } = await upload(game.id, await sampleImage('png', { color: '#445566' }))
    expect([await refs(first), await refs(second)]).toEqual([undefined, 1])
    expect((await upload(game.id, await sampleImage('png', { color: '#445566' }))).body).toBe(second)
    expect(await refs(second)).toBe(1)
  })

  it('outlives a change of the game', async () => {
    const game = await create()
    await upload(game.id, await sampleImage('png'))
    const { poster } = (await read(game)).body
    const changed = await admin.put<GameInfo>(`/api/edit/games/${game.id}`, { title: 'After', poster: null })
    expect(changed.body.poster).toBe(poster)
  })

  it('is refused when it is none, too large or for no game, and nothing is kept', async () => {
    const game = await create()
    const before = await world.db.selectFrom('file').select('hash').execute()
    const statuses = []
    for (const [id, bytes] of [
      [game.id, Buffer.alloc(0)],
      [game.id, Buffer.from('no image')],
      [game.id, Buffer.alloc(limits.imageBytes + 1)],
      [2_000_000_000, Buffer.alloc(limits.imageBytes + 1)],
      [2_000_000_000, await sampleImage('png', { color: '#778899' })],
    ] as const) {
      const { status, body } = await upload(id, bytes)
      statuses.push([status, body.code])
    }
    expect(statuses).toEqual([
      [400, 'image.empty'],
      [400, 'image.invalid'],
      [400, 'image.tooLarge'],
      [400, 'image.tooLarge'],
      [404, 'game.notFound'],
    ])
    expect(await world.db.selectFrom('file').select('hash').execute()).toEqual(before)
    expect((await read(game)).body.poster).toBeNull()
  })

  it('changes the tag of the game, answers the new one, and heeds an old one', async () => {
    const game = await create()
    const old = (await read(game)).headers.get('etag')
    const set = await upload(game.id, await sampleImage('png', { color: '#abcdef' }))
    expect(set.headers.get('etag')).toBe((await read(game)).headers.get('etag'))
    expect(set.headers.get('etag')).not.toBe(old)
    const form = new FormData()
    form.append('file', new Blob([await sampleImage('png', { color: '#fedcba' })]), 'p.png')
    const before = await world.db.selectFrom('file').select('hash').execute()
    const late = await admin.call('PUT', `/api/edit/games/${game.id}/poster`, {
      form,
      headers: { 'if-match': old ?? '' },
    })
    expect(late.status).toBe(412)
    expect(await world.db.selectFrom('file').select('hash').execute()).toEqual(before)
  })
})
