import type { GameNotice } from '@pennant/contract/hub'
import type { NoticeToEdit } from '@pennant/contract/notice'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertGame } from '../../../../../tests/kit/factories.ts'
import { listen } from '../../../../../tests/kit/listen.ts'
import { listenToNotices } from '../../../../../tests/kit/notice-listener.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const nothing = 2_000_000_000
const pathOf = (gameId: number, id?: number | string): string =>
  `/api/edit/games/${gameId}/notices${id === undefined ? '' : `/${id}`}`
const create = (gameId: number, content: unknown) => admin.post<NoticeToEdit>(pathOf(gameId), { content })
const edit = (gameId: number, id: number | string, content: unknown) =>
  admin.put<NoticeToEdit>(pathOf(gameId, id), { content })
const remove = (gameId: number, id: number | string) => admin.delete(pathOf(gameId, id))
const list = async (gameId: number): Promise<NoticeToEdit[]> =>
  (await admin.get<NoticeToEdit[]>(pathOf(gameId))).body
const shown = async (gameId: number): Promise<GameNotice[]> =>
  (await world.visitor().get<GameNotice[]>(`/api/game/${gameId}/notices`)).body

const automatic = async (gameId: number): Promise<number> => {
  const { id } = await world.db
    .insertInto('notice')
    .values({
      game_id: gameId,
      type: 'FirstBlood',
      values: ['team', 'RSA'],
      time: new Date(world.clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('a notice', () => {
  it('is answered, pushed to everybody who watches, and shown at once', async () => {
    const { game } = await createOpenGame(world)
    expect(await shown(game.id)).toEqual([])
    const told = await listenToNotices(world, game)
    const before = world.clock.now()
    const { status, body } = await create(game.id, '**Hello**\n')
    expect(status).toBe(200)
    const { version, ...notice } = body
    expect(notice).toStrictEqual({
      id: expect.any(Number),
      type: 'Normal',
      values: ['**Hello**\n'],
      time: expect.any(Number),
    })
    expect(version).toMatch(/^[\w-]+$/)
    expect(notice.time).toBeGreaterThanOrEqual(before)
    expect(await told.heard()).toStrictEqual([notice])
    expect(await shown(game.id)).toStrictEqual([notice])
    told.close()
  })

  it('is shown to anyone who asks the moment they hear of it', async () => {
    const { game } = await createOpenGame(world)
    const client = await listen(world, `/hub/user?game=${game.id}`)
    for (let count = 1; count <= 20; count++) {
      const posted = create(game.id, `notice ${count}`)
      await expect.poll(() => client.heard.length, patient).toBe(count)
      expect(await shown(game.id)).toHaveLength(count)
      await posted
    }
    await client.stop()
  })

  it('is pushed before the start, too, to those who may see the game', async () => {
    const start_at = new Date(world.clock.now() + 3_600_000)
    const { game } = await createOpenGame(world, { start_at })
    const told = await listenToNotices(world, game)
    await create(game.id, 'soon')
    expect((await told.heard()).map(({ values }) => values)).toEqual([['soon']])
    told.close()
  })

  it('is changed in place, at a new time, without being pushed again', async () => {
    const { game } = await createOpenGame(world)
    const { body: first } = await create(game.id, 'first')
    await create(game.id, 'second')
    const told = await listenToNotices(world, game)
    world.clock.advance(5_000)
    const { status, body } = await edit(game.id, first.id, 'corrected')
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: first.id, type: 'Normal', values: ['corrected'] })
    expect(body.time).toBeGreaterThanOrEqual(first.time + 5_000)
    expect((await shown(game.id)).map(({ values }) => values)).toEqual([['corrected'], ['second']])
    expect(await told.heard()).toEqual([])
    told.close()
  })

  it('is deleted', async () => {
    const { game } = await createOpenGame(world)
    const { body } = await create(game.id, 'wrong')
    const told = await listenToNotices(world, game)
    expect(await remove(game.id, body.id)).toMatchObject({ status: 200, text: '' })
    expect(await shown(game.id)).toEqual([])
    expect(await told.heard()).toEqual([])
    expect((await remove(game.id, body.id)).status).toBe(404)
    told.close()
  })

  it('that was created automatically is neither changed nor deleted', async () => {
    const { game } = await createOpenGame(world)
    const id = await automatic(game.id)
    const refused = { status: 400, body: { status: 400, code: 'notice.notOurs' } }
    expect(await edit(game.id, id, 'history')).toMatchObject(refused)
    expect(await remove(game.id, id)).toMatchObject(refused)
    expect(
      await world.db.selectFrom('notice').select(['id', 'values']).where('game_id', '=', game.id).execute(),
    ).toEqual([{ id, values: ['team', 'RSA'] }])
  })

  it('is not found under another game, nor where there is none', async () => {
    const [game, other] = [await insertGame(world.db), await insertGame(world.db)]
    const { body } = await create(game.id, 'ours')
    const missing = { status: 404, body: { status: 404, code: 'notice.notFound' } }
    expect(await edit(other.id, body.id, 'theirs')).toMatchObject(missing)
    expect(await remove(other.id, body.id)).toMatchObject(missing)
    expect(await edit(game.id, nothing, 'x')).toMatchObject(missing)
    expect((await edit(game.id, 'abc', 'x')).status).toBe(404)
    const gameless = { status: 404, body: { code: 'game.notFound' } }
    expect(await create(nothing, 'x')).toMatchObject(gameless)
    expect(await edit(nothing, body.id, 'x')).toMatchObject(gameless)
    expect(await remove(nothing, body.id)).toMatchObject(gameless)
    expect(await admin.get(pathOf(nothing))).toMatchObject(gameless)
    expect((await list(game.id)).map(({ values }) => values)).toEqual([['ours']])
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['blanks', ' \n\t '],
    ['invisible signs', '\u200b\u2060'],
    ['a number', 5],
    ['too long a text', 'x'.repeat(16_385)],
  ])('cannot say %s', async (_what, content) => {
    const game = await insertGame(world.db)
    const { body } = await create(game.id, 'kept')
    expect((await create(game.id, content)).status).toBe(400)
    expect((await edit(game.id, body.id, content)).status).toBe(400)
    expect(await list(game.id)).toStrictEqual([body])
  })

  it('is written into the log, without its text', async () => {
    const game = await insertGame(world.db)
    const { body } = await create(game.id, 'wordy')
    await edit(game.id, body.id, 'wordier')
    await remove(game.id, body.id)
    const logs = await admin.get<{ msg: string; name: string }[]>('/api/admin/logs?count=1000')
    const what = `Notice ${body.id} in game ${game.id}`
    const own = logs.body.filter(({ msg }) => msg.startsWith(what))
    expect(own).toMatchObject(
      ['deleted', 'changed', 'created'].map((act) => ({ msg: `${what} ${act}`, name: admin.userName })),
    )
  })

  it('is for administrators', async () => {
    const game = await insertGame(world.db)
    const { body } = await create(game.id, 'kept')
    for (const [person, status] of [
      [world.visitor(), 401],
      [await world.person('User'), 403],
      [await world.person('Monitor'), 403],
    ] as const) {
      expect((await person.get(pathOf(game.id))).status).toBe(status)
      expect((await person.post(pathOf(game.id), { content: 'x' })).status).toBe(status)
      expect((await person.put(pathOf(game.id, body.id), { content: 'x' })).status).toBe(status)
      expect((await person.delete(pathOf(game.id, body.id))).status).toBe(status)
    }
    expect(await list(game.id)).toStrictEqual([body])
  })
})

describe('the list of the organizers', () => {
  it('holds what they wrote, all of it, the newest first, and nothing else', async () => {
    const game = await insertGame(world.db)
    await automatic(game.id)
    await world.db
      .insertInto('notice')
      .values(
        Array.from({ length: 310 }, (_, at) => ({
          game_id: game.id,
          type: 'Normal' as const,
          values: [`${at}`],
          time: new Date(at),
        })),
      )
      .execute()
    const notices = await list(game.id)
    expect(notices.map(({ values }) => values[0])).toEqual(
      Array.from({ length: 310 }, (_, at) => `${309 - at}`),
    )
  })

  it('can be read before the game begins', async () => {
    const { game } = await createOpenGame(world, { start_at: new Date(world.clock.now() + 3_600_000) })
    await create(game.id, 'prepared')
    expect(await list(game.id)).toHaveLength(1)
  })
})

describe('two organizers', () => {
  const based = (method: 'PUT' | 'DELETE', gameId: number, id: number, tag: string) =>
    admin.call<NoticeToEdit>(method, pathOf(gameId, id), {
      ...(method === 'PUT' ? { body: { content: `by ${tag}` } } : {}),
      headers: { 'if-match': tag },
    })

  it('do not undo each other: what rests on an older state is refused', async () => {
    const game = await insertGame(world.db)
    const created = await create(game.id, 'first')
    const { id, version } = created.body
    const old = `"${version}"`
    expect(created.headers.get('etag')).toBe(old)
    expect((await list(game.id))[0]?.version).toBe(version)
    const second = await based('PUT', game.id, id, old)
    expect(second.status).toBe(200)
    const conflict = { status: 412, body: { code: 'edit.conflict' } }
    expect(await based('PUT', game.id, id, old)).toMatchObject(conflict)
    expect(await based('DELETE', game.id, id, old)).toMatchObject(conflict)
    expect((await list(game.id)).map(({ values }) => values)).toEqual([[`by ${old}`]])
    expect((await based('DELETE', game.id, id, `"${second.body.version}"`)).status).toBe(200)
  })

  it('who save the same state at once: one of them', async () => {
    const game = await insertGame(world.db)
    const { body } = await create(game.id, 'first')
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => based('PUT', game.id, body.id, `"${body.version}"`)),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '412', '412', '412'])
  })

  it('who write at once are all heard', async () => {
    const { game } = await createOpenGame(world)
    const told = await listenToNotices(world, game)
    await Promise.all(Array.from({ length: 12 }, (_, at) => create(game.id, `${at}`)))
    const heard = await told.heard()
    expect(heard).toHaveLength(12)
    expect(await shown(game.id)).toHaveLength(12)
    told.close()
  })
})
