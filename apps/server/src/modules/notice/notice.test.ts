import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NoticeType } from '@pennant/contract/enums'
import type { GameNotice } from '@pennant/contract/hub'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const hour = 3_600_000
const read = (open: OpenGame, query = '', headers?: Record<string, string>) =>
  world.visitor().get<GameNotice[]>(`${open.path}/notices${query}`, headers)

const tell = async (open: OpenGame, types: readonly NoticeType[]): Promise<void> => {
  const first = world.clock.now() - types.length * 1000
  await world.db
    .insertInto('notice')
    .values(
      types.map((type, at) => ({
        game_id: open.game.id,
        type,
        values: [`number ${at}`],
        time: new Date(first + at * 1000),
      })),
    )
    .execute()
  await open.changed()
}
const told = (notices: readonly GameNotice[]): string[] => notices.map(({ values }) => values[0] ?? '')

describe('the notices of a game', () => {
  it('are shown to everybody, as they are', async () => {
    const open = await createOpenGame(world)
    const time = new Date(world.clock.now())
    const { id } = await world.db
      .insertInto('notice')
      .values({ game_id: open.game.id, type: 'FirstBlood', values: ['Team “Ä”', 'RSA'], time })
      .returning('id')
      .executeTakeFirstOrThrow()
    await open.changed()
    const answer = await read(open)
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual([
      { id, type: 'FirstBlood', values: ['Team “Ä”', 'RSA'], time: time.getTime() },
    ])
  })

  it('begin with those that organizers wrote; then come the others; the newest first of each', async () => {
    const open = await createOpenGame(world)
    await tell(open, ['Normal', 'FirstBlood', 'Normal', 'NewHint', 'SecondBlood', 'NewChallenge'])
    expect(told((await read(open)).body)).toEqual([
      'number 2',
      'number 0',
      'number 5',
      'number 4',
      'number 3',
      'number 1',
    ])
  })

  it('of one moment come in the order of their ids, the last first', async () => {
    const open = await createOpenGame(world)
    const time = new Date(world.clock.now())
    for (const name of ['a', 'b', 'c'])
      await world.db
        .insertInto('notice')
        .values({ game_id: open.game.id, type: 'NewHint', values: [name], time })
        .execute()
    await open.changed()
    expect(told((await read(open)).body)).toEqual(['c', 'b', 'a'])
  })

  it('are cut into pages after they are put in order', async () => {
    const open = await createOpenGame(world)
    await tell(open, ['NewHint', 'Normal', 'NewHint', 'Normal', 'NewHint'])
    const order = ['number 3', 'number 1', 'number 4', 'number 2', 'number 0']
    for (const [skip, count] of [
      [0, 2],
      [1, 3],
      [4, 100],
      [5, 10],
      [300, 100],
      [2, 0],
    ] as const)
      expect(told((await read(open, `?skip=${skip}&count=${count}`)).body)).toEqual(
        order.slice(skip, skip + count),
      )
    expect(told((await read(open)).body)).toEqual(order)
  })

  it('are the newest 300, however many there are', async () => {
    const open = await createOpenGame(world)
    await tell(open, ['Normal', ...Array.from({ length: 309 }, () => 'NewHint' as const)])
    const all: string[] = []
    for (const skip of [0, 100, 200, 300])
      all.push(...told((await read(open, `?skip=${skip}&count=100`)).body))
    expect(all).toHaveLength(300)
    expect([all[0], all.at(-1)]).toEqual(['number 309', 'number 10'])
    expect(await read(open)).toMatchObject({ status: 200, body: { length: 100 } })
  })

  it.each(['count=101', 'count=-1', 'skip=301', 'skip=-1', 'count=x', 'skip=1.5'])(
    'are not answered for %s',
    async (query) => {
      const open = await createOpenGame(world)
      expect(await read(open, `?${query}`)).toMatchObject({ status: 400, body: { status: 400 } })
    },
  )

  it('of a game that is not there are not found', async () => {
    expect(await world.visitor().get('/api/game/2000000000/notices')).toMatchObject({
      status: 404,
      body: { status: 404, code: 'game.notFound' },
    })
    expect((await world.visitor().get('/api/game/abc/notices')).status).toBe(404)
  })

  it('are kept to themselves until the game begins, also before administrators', async () => {
    const now = world.clock.now()
    const open = await createOpenGame(world, {
      start_at: new Date(now + hour),
      end_at: new Date(now + 2 * hour),
    })
    await tell(open, ['Normal'])
    const early = { status: 400, body: { status: 10_001, code: 'game.notStarted' } }
    expect(await read(open)).toMatchObject(early)
    expect(await admin.get(`${open.path}/notices`)).toMatchObject(early)
  })

  it('can be read after the end', async () => {
    const now = world.clock.now()
    const open = await createOpenGame(world, {
      start_at: new Date(now - 2 * hour),
      end_at: new Date(now - hour),
    })
    await tell(open, ['Normal'])
    expect((await read(open)).body).toHaveLength(1)
  })

  it('of a hidden game are there for monitors and for those who have joined it', async () => {
    const open = await createOpenGame(world, { hidden: true })
    await tell(open, ['Normal'])
    const { player } = await open.team()
    const path = `${open.path}/notices`
    expect(await read(open)).toMatchObject({ status: 404, body: { code: 'game.notFound' } })
    expect((await (await world.person('User')).get(path)).status).toBe(404)
    expect((await player.get(path)).body).toHaveLength(1)
    expect((await (await world.person('Monitor')).get(path)).body).toHaveLength(1)
  })
})

describe('notices that a client has already', () => {
  it('are not sent again, page by page', async () => {
    const open = await createOpenGame(world)
    await tell(open, ['Normal'])
    const first = await read(open)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(new RegExp(`^W/"${open.game.id}-[0-9A-F]+\\.[0-9A-F]+-0-100"$`))
    expect(first.headers.get('cache-control')).toBe('no-cache, must-revalidate')
    expect(first.headers.get('last-modified')).toMatch(/GMT$/)
    expect(await read(open, '', { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
    expect((await read(open, '', { 'if-none-match': '*' })).status).toBe(304)
    expect((await read(open, '?count=99', { 'if-none-match': tag })).status).toBe(200)
    expect((await read(open, '?skip=1', { 'if-none-match': tag })).status).toBe(200)
  })

  it('are sent again after every change, also of one within the same second', async () => {
    const open = await createOpenGame(world)
    const path = `/api/edit/games/${open.game.id}/notices`
    const { body } = await admin.post<GameNotice>(path, { content: 'first' })
    const tags = [(await read(open)).headers.get('etag')]
    const changes = [
      () => admin.put(`${path}/${body.id}`, { content: 'second' }),
      () => admin.post(path, { content: 'another' }),
      () => admin.delete(`${path}/${body.id}`),
    ]
    for (const change of changes) {
      await change()
      const answer = await read(open, '', { 'if-none-match': tags.at(-1) ?? '' })
      expect(answer.status).toBe(200)
      tags.push(answer.headers.get('etag'))
    }
    expect(new Set(tags).size).toBe(4)
  })

  it('are not changed by what happens on the board', async () => {
    const open = await createOpenGame(world)
    await open.changed()
    const tag = (await read(open)).headers.get('etag')
    await world.core.ledger.touch([open.game.id], ['solves'])
    await world.core.games.caughtUp(open.game.id)
    expect((await read(open)).headers.get('etag')).toBe(tag)
  })
})
