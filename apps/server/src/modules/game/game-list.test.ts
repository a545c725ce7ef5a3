import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BasicGameInfo, GameInfo } from '@pennant/contract/game'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
// The clock is stopped, so versions must differ without it.
const clock = createTestClock()
const hour = 3_600_000
beforeAll(async () => {
  world = await createWorld({ clock })
  admin = await world.person('Admin')
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const { id } of await world.db.selectFrom('game').select('id').execute())
    await admin.delete(`/api/edit/games/${id}`)
})

type Page = { data: BasicGameInfo[]; length: number; total: number }

const create = async (title: string, game: object = {}): Promise<GameInfo> => {
  const answer = await admin.post<GameInfo>('/api/edit/games', { title, ...game })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const change = async (game: GameInfo, changes: object): Promise<void> =>
  expect((await admin.put(`/api/edit/games/${game.id}`, { ...game, ...changes })).status).toBe(200)
/** In hours from now. */
const span = (from: number, to: number) => ({
  start: clock.now() + from * hour,
  end: clock.now() + to * hour,
})

const list = (query = '', headers?: Record<string, string>) =>
  world.visitor().get<Page>(`/api/game${query}`, headers)
const recent = (query = '', headers?: Record<string, string>) =>
  world.visitor().get<BasicGameInfo[]>(`/api/game/recent${query}`, headers)
const titlesOf = (games: readonly BasicGameInfo[]): string[] => games.map(({ title }) => title)

describe('the list of games', () => {
  it('is empty where there are none', async () => {
    expect((await list()).body).toEqual({ data: [], length: 0, total: 0 })
    expect((await recent()).body).toEqual([])
  })

  it('shows exactly the fields of the wire, the poster without an extension', async () => {
    const { id } = await create('Cup', {
      summary: 'short',
      content: 'long',
      teamMemberCountLimit: 4,
      ...span(1, 2),
    })
    const files = [{ name: 'p.png', bytes: await samplePng() }]
    const { body: url } = await admin.upload<string>('PUT', `/api/edit/games/${id}/poster`, 'file', files)
    const shown = {
      id,
      title: 'Cup',
      summary: 'short',
      poster: url.replace('.webp', ''),
      limit: 4,
      start: clock.now() + hour,
      end: clock.now() + 2 * hour,
    }
    expect((await list()).body.data).toStrictEqual([shown])
    expect((await recent()).body).toStrictEqual([shown])
  })

  it('has the latest start first, and of the same start the newest', async () => {
    for (const [title, from] of [
      ['b', 2],
      ['a', 3],
      ['d', 1],
      ['c', 1],
    ] as const)
      await create(title, span(from, 9))
    expect(titlesOf((await list()).body.data)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('comes in pages, ten games long unless asked otherwise', async () => {
    for (let each = 0; each < 12; each++) await create(`g${each}`, span(-each, 9))
    const sizes = async (query: string) => {
      const { data, length, total } = (await list(query)).body
      expect(length).toBe(data.length)
      return [data.length, total, data[0]?.title]
    }
    expect(await sizes('')).toEqual([10, 12, 'g0'])
    expect(await sizes('?count=5&skip=3')).toEqual([5, 12, 'g3'])
    expect(await sizes('?count=50')).toEqual([12, 12, 'g0'])
    expect(await sizes('?count=0')).toEqual([0, 12, undefined])
    expect(await sizes('?skip=11')).toEqual([1, 12, 'g11'])
    expect(await sizes('?skip=12')).toEqual([0, 12, undefined])
    expect(await sizes('?skip=2147483647')).toEqual([0, 12, undefined])
  })

  it.each(['?count=51', '?count=-1', '?count=x', '?skip=-1', '?skip=2147483648', '?count=1.5'])(
    'refuses %s',
    async (query) => expect((await list(query)).status).toBe(400),
  )

  it('may be kept for a minute and has no tag', async () => {
    const { status, headers } = await list('', { 'if-none-match': '*' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(headers.get('etag')).toBeNull()
    expect(headers.get('last-modified')).toBeNull()
    expect(headers.get('vary')).toContain('accept-encoding')
  })

  it('is the same in compressed form', async () => {
    for (let each = 0; each < 8; each++) await create(`g${each}`, { summary: 'again and '.repeat(40) })
    const plain = await list('', { 'accept-encoding': 'identity' })
    for (const encoding of ['br', 'gzip']) {
      const packed = await list('', { 'accept-encoding': encoding })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.body).toEqual(plain.body)
    }
  })

  it('follows every change at once', async () => {
    const game = await create('first', span(1, 2))
    expect(titlesOf((await list()).body.data)).toEqual(['first'])
    await change(game, { title: 'renamed' })
    expect(titlesOf((await list()).body.data)).toEqual(['renamed'])
    await change(game, { hidden: true })
    expect((await list()).body.total).toBe(0)
    await change(game, { hidden: false })
    expect((await list()).body.total).toBe(1)
    await admin.delete(`/api/edit/games/${game.id}`)
    expect((await list()).body.total).toBe(0)
  })

  it('leaves hidden games out for everybody, no matter who they are', async () => {
    await create('open', span(1, 2))
    await create('hidden', { hidden: true, ...span(1, 2) })
    for (const who of [world.visitor(), await world.person('User'), await world.person('Monitor'), admin]) {
      expect(titlesOf((await who.get<Page>('/api/game')).body.data)).toEqual(['open'])
      expect(titlesOf((await who.get<BasicGameInfo[]>('/api/game/recent')).body)).toEqual(['open'])
    }
  })
})

describe('recent games', () => {
  it('have the nearest start or end first', async () => {
    await create('long over', span(-50, -40))
    await create('half way', span(-10, 10))
    await create('just begun', span(-1, 100))
    await create('about to end', span(-100, 2))
    await create('next up', span(3, 9))
    await create('just over', span(-9, -4))
    expect(titlesOf((await recent()).body)).toEqual([
      'just begun',
      'about to end',
      'next up',
      'just over',
      'half way',
      'long over',
    ])
    expect(titlesOf((await recent('?limit=2')).body)).toEqual(['just begun', 'about to end'])
    expect((await recent('?limit=50')).body).toHaveLength(6)
  })

  it('are fifty at most', async () => {
    for (let each = 0; each < 53; each++) await create(`g${each}`, span(each + 1, 100))
    for (const query of ['', '?limit=0', '?limit=50']) expect((await recent(query)).body).toHaveLength(50)
    expect(titlesOf((await recent()).body)[49]).toBe('g49')
  })

  it.each(['?limit=51', '?limit=-1', '?limit=x'])('refuse %s', async (query) =>
    expect((await recent(query)).status).toBe(400),
  )

  it('change their order as time goes by, and their tag with it', async () => {
    await create('soon', span(1, 100))
    await create('later', span(6, 100))
    const before = await recent()
    expect(titlesOf(before.body)).toEqual(['soon', 'later'])
    clock.advance(4 * hour)
    const after = await recent('', { 'if-none-match': before.headers.get('etag') ?? '' })
    expect([after.status, titlesOf(after.body)]).toEqual([200, ['later', 'soon']])
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  it('carry the tag and headers of the wire', async () => {
    await create('Cup', span(1, 2))
    for (const [query, limit] of [
      ['', 0],
      ['?limit=7', 7],
    ] as const) {
      const { headers } = await recent(query)
      const second = Date.parse(headers.get('last-modified') ?? '') / 1000
      expect(headers.get('etag')).toBe(`W/"${second.toString(16).toUpperCase()}-${limit}"`)
      expect(headers.get('cache-control')).toBe('no-cache, must-revalidate')
    }
  })

  it.each([
    ['the tag', (tag: string) => ({ 'if-none-match': tag }), 304],
    ['any tag', () => ({ 'if-none-match': '*' }), 304],
    ['another tag', () => ({ 'if-none-match': 'W/"0-0"' }), 200],
    ['the date', (_tag: string, date: string) => ({ 'if-modified-since': date }), 304],
    ['an older date', () => ({ 'if-modified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' }), 200],
  ])('are answered for %s', async (_what, condition, status) => {
    await create('Cup', span(1, 2))
    const { headers } = await recent()
    const tag = headers.get('etag') ?? ''
    const again = await recent('', condition(tag, headers.get('last-modified') ?? ''))
    expect([again.status, again.headers.get('etag')]).toEqual([status, tag])
  })

  it('keep their tag while nothing changes, and have a new one after every change', async () => {
    const game = await create('one', span(1, 2))
    const tags = [(await recent()).headers.get('etag')]
    clock.advance(61_000)
    expect((await recent()).headers.get('etag')).toBe(tags[0])
    for (const changes of [{ title: 'two' }, { summary: 'x' }, { title: 'one' }, { hidden: true }]) {
      await change(game, changes)
      tags.push((await recent()).headers.get('etag'))
    }
    await create('another')
    tags.push((await recent()).headers.get('etag'))
    expect(new Set(tags).size).toBe(6)
  })
})
