import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DetailedGameInfo, GameInfo } from '@pennant/contract/game'
import { insertTeam } from '../kit/factories.ts'
import { joinRaw } from '../kit/hub-client.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { patient } from '../kit/patient.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

let world: World
let admin: Person
let player: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  player = await world.person()
})
afterAll(() => world.close())

const path = (id: number): string => `/api/edit/games/${id}`
const read = async (id: number): Promise<GameInfo> => (await admin.get<GameInfo>(path(id))).body

const put = async (
  id: number,
  changes: Record<string, unknown>,
  without: string[] = [],
): Promise<GameInfo> => {
  const whole: Record<string, unknown> = { ...(await read(id)), ...changes }
  for (const name of without) delete whole[name]
  const { status, body } = await admin.put<GameInfo>(path(id), whole)
  expect(status).toBe(200)
  return body
}

const seen = async (id: number): Promise<[listed: boolean, reached: boolean]> => {
  const list = await world.visitor().get<{ data: { id: number }[] }>('/api/game?count=50')
  const page = await world.visitor().get(`/api/game/${id}`)
  return [list.body.data.some((game) => game.id === id), page.status === 200]
}

describe('an unlisted game', () => {
  let open: OpenGame
  beforeEach(async () => {
    open = await createOpenGame(world, { hidden: true, unlisted: true, accept_without_review: true })
  })

  it('is there for everybody with the link, and says what it is to both kinds of clients', async () => {
    for (const who of [world.visitor(), player, admin]) {
      const { status, body } = await who.get<DetailedGameInfo>(open.path)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: open.game.id, hidden: true, unlisted: true })
    }
  })

  it('is in no list, also not in that of who plays it', async () => {
    await open.team({ players: [player] })
    for (const who of [world.visitor(), player])
      for (const list of ['/api/game?count=50', '/api/game/recent?limit=50']) {
        const { status, text } = await who.get(list)
        expect(status).toBe(200)
        expect(text).not.toContain(open.game.title)
      }
  })

  it('is joined, played and watched like any other', async () => {
    const challenge = await open.challenge({ flags: ['flag{sea}'] })
    const team = await insertTeam(world.db, [player])
    expect((await player.get(`${open.path}/check`)).status).toBe(200)
    expect((await player.post(open.path, { teamId: team.id })).status).toBe(200)
    expect((await player.get(`${open.path}/details`)).status).toBe(200)
    const sent = await player.post<number>(`${open.path}/challenges/${challenge.id}`, { flag: 'flag{sea}' })
    expect(sent.status).toBe(200)
    const status = () =>
      player
        .get<string>(`${open.path}/challenges/${challenge.id}/status/${sent.body}`)
        .then(({ body }) => body)
    await expect.poll(status, patient).toBe('Accepted')
    // The framework answers the first, the fast path the second.
    for (let time = 0; time < 2; time++) {
      const board = await world.visitor().get<{ items: { id: number }[] }>(`${open.path}/scoreboard`)
      expect(board.status).toBe(200)
      expect(board.body.items.map(({ id }) => id)).toContain(team.id)
    }
    expect((await world.visitor().get(`${open.path}/notices`)).status).toBe(200)
  })

  it('has a room that everybody may listen in', async () => {
    const ears = await joinRaw(world.origin, `/hub/user?game=${open.game.id}`)
    world.app.hubs.toPlayers(open.game.id, 'ReceivedGameNotice', {})
    expect(await ears.hear()).toMatchObject({ target: 'ReceivedGameNotice' })
    ears.socket.terminate()
  })

  it('tells strangers that they do not play, not that it is unknown', async () => {
    expect(await player.delete(open.path)).toMatchObject({ body: { code: 'participation.none' } })
    expect((await player.get(`${open.path}/details`)).body).toMatchObject({ code: 'participation.none' })
  })

  it('is gone for those without a right to it once it is hidden, also for who is listening', async () => {
    const board = () => world.visitor().get(`${open.path}/scoreboard`)
    expect([(await board()).status, (await board()).status]).toEqual([200, 200])
    const ears = await joinRaw(world.origin, `/hub/user?game=${open.game.id}`)
    await put(open.game.id, { unlisted: false })
    expect([(await board()).status, (await world.visitor().get(open.path)).status]).toEqual([404, 404])
    let heard: unknown
    while (heard !== null) heard = await ears.hear()
    await ears.closed
  })
})

describe('who can see a game', () => {
  it('is hidden from everybody by default, as ever', async () => {
    const { game } = await createOpenGame(world, { hidden: true })
    expect(await seen(game.id)).toEqual([false, false])
    expect(await read(game.id)).not.toHaveProperty('unlisted')
    expect((await admin.get<DetailedGameInfo>(`/api/game/${game.id}`)).body).not.toHaveProperty('unlisted')
  })

  it('is set in two members, and a client that knows of one only means what it says', async () => {
    const { game, changed } = await createOpenGame(world)
    const { id } = game
    await changed()
    expect(await seen(id)).toEqual([true, true])
    await put(id, { hidden: true }, ['unlisted'])
    expect(await seen(id)).toEqual([false, false])
    expect(await put(id, { hidden: true, unlisted: true })).toMatchObject({ hidden: true, unlisted: true })
    expect(await seen(id)).toEqual([false, true])
    // From a client that doesn't know the member.
    await put(id, { title: 'Renamed', hidden: true }, ['unlisted'])
    await put(id, { unlisted: null })
    expect(await seen(id)).toEqual([false, true])
    expect(await put(id, { hidden: false }, ['unlisted'])).not.toHaveProperty('unlisted')
    expect(await seen(id)).toEqual([true, true])
    await put(id, { hidden: true }, ['unlisted'])
    expect(await seen(id)).toEqual([false, false])
    await put(id, { unlisted: true }, ['hidden'])
    expect(await seen(id)).toEqual([true, true])
  })

  it('is part of what an edit rests on', async () => {
    const { game } = await createOpenGame(world, { hidden: true })
    const first = await admin.get<GameInfo>(path(game.id))
    const version = { 'if-match': first.headers.get('etag') ?? '' }
    await put(game.id, { unlisted: true })
    const late = await admin.call('PUT', path(game.id), { body: first.body, headers: version })
    expect(late.status).toBe(412)
  })

  it('is refused in words where it is no yes or no', async () => {
    const { game } = await createOpenGame(world, { hidden: true })
    const answer = await admin.put(path(game.id), { ...(await read(game.id)), unlisted: 'maybe' })
    expect(answer.status).toBe(400)
  })

  it('may be said at once when a game is made', async () => {
    const start = world.clock.now()
    const times = { start, end: start + 3_600_000 }
    const made = await admin.post<GameInfo>('/api/edit/games', {
      title: 'By link',
      hidden: true,
      unlisted: true,
      ...times,
    })
    expect(made.body).toMatchObject({ hidden: true, unlisted: true })
    expect(await seen(made.body.id)).toEqual([false, true])
  })

  it('is lost in a copy', async () => {
    const { game } = await createOpenGame(world, { hidden: true, unlisted: true })
    const wishes = { title: 'Again', start: world.clock.now(), end: world.clock.now() + 3_600_000 }
    const copy = await admin.post<number>(`${path(game.id)}/copy`, wishes)
    expect(copy.status).toBe(200)
    expect(await read(copy.body)).not.toHaveProperty('unlisted')
    expect(await seen(copy.body)).toEqual([false, false])
  })
})
