import type { CtftimeFeed } from '@pennant/contract/ctftime'
import { gamePermissions } from '@pennant/contract/enums'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const hour = 3_600_000
const ask = (path: string, query = '', headers?: Record<string, string>) =>
  world.visitor().get<CtftimeFeed>(`${path}/ctftime${query}`, headers)
const feed = async (path: string, query = ''): Promise<CtftimeFeed> => {
  const answer = await ask(path, query)
  expect(answer.status).toBe(200)
  return answer.body
}

describe('the feed for CTFtime', () => {
  it('has every task and ranked team, in ASCII, and changes with the board', async () => {
    const open = await createOpenGame(world)
    const guests = await open.division('Guests', gamePermissions.All - gamePermissions.RankOverall)
    const fog = await open.challenge({
      title: 'Fog',
      category: 'Web',
      flags: ['flag{a}'],
      original_score: 500,
    })
    await open.challenge({ title: 'Fog', category: 'Pwn' })
    const gulls = await open.team({ name: 'Möwen 🏴' })
    const guest = await open.team({ name: 'Guests of honor', division: guests })
    const before = await ask(open.path)
    expect(before.body).toEqual({
      tasks: ['Fog (Pwn)', 'Fog (Web)'],
      standings: [{ pos: 1, team: 'Möwen 🏴', score: 0, taskStats: {} }],
    })
    expect(before.text).toContain(String.raw`M\u00f6wen \ud83c\udff4`)
    expect(before.headers.get('content-type')).toMatch(/^application\/json/)

    const tag = before.headers.get('etag') ?? ''
    expect((await ask(open.path, '', { 'if-none-match': tag })).status).toBe(304)
    await open.submit(guest.player, fog, 'flag{a}')
    await open.submit(gulls.player, fog, 'flag{a}')
    const after = await ask(open.path, '', { 'if-none-match': tag })
    const { points, time } = after.body.standings[0]?.taskStats?.['Fog (Web)'] ?? {}
    expect(after.body.standings).toEqual([
      {
        ...{ pos: 1, team: 'Möwen 🏴', score: points },
        taskStats: { 'Fog (Web)': { points, time } },
        lastAccept: time,
      },
    ])
    expect(Math.abs((time ?? 0) * 1000 - world.clock.now())).toBeLessThan(hour)
    expect((await feed(open.path, `?division=${guests.id}`)).standings).toMatchObject([
      { pos: 1, team: 'Guests of honor' },
    ])
    expect(await feed(open.path, '?form=minimal')).toEqual({
      standings: [{ pos: 1, team: 'Möwen 🏴', score: points }],
    })
  })

  it('is answered by the fast path, with a division and a form, too', async () => {
    const open = await createOpenGame(world)
    const division = await open.division('Guests')
    const counted = vi.spyOn(world.app.metrics, 'observeFast')
    for (const query of ['', '?form=minimal', `?division=${division.id}&form=full`])
      await feed(open.path, query)
    const route = '/api/game/:id/ctftime'
    expect(counted.mock.calls).toEqual([1, 2, 3].map(() => [route, 'served']))
    counted.mockRestore()
  })

  it('stays that of the freeze, and has no team where the board is hidden', async () => {
    const open = await createOpenGame(world)
    const fog = await open.challenge({ title: 'Fog', flags: ['flag{a}'] })
    const { player } = await open.team({ name: 'Gulls' })
    const before = await feed(open.path)
    const edit = async (changes: Record<string, unknown>): Promise<void> => {
      const path = `/api/edit/games/${open.game.id}`
      const { body } = await admin.get<object>(path)
      expect((await admin.put(path, { ...body, ...changes })).status).toBe(200)
    }
    await edit({ freezeAt: world.clock.now() })
    const frozen = await ask(open.path)
    await open.submit(player, fog, 'flag{a}')
    const after = await ask(open.path)
    expect(after.text).toBe(frozen.text)
    expect(after.headers.get('etag')).toBe(frozen.headers.get('etag'))
    expect(after.body).toEqual(before)
    await edit({ freezeHidesBoard: true })
    expect(await feed(open.path)).toEqual({ tasks: ['Fog'], standings: [] })
    await edit({ freezeAt: null, freezeHidesBoard: false })
    expect((await feed(open.path)).standings[0]?.lastAccept).toBeGreaterThan(0)
  })
})

describe('the feed of a game with published results', () => {
  it('is that of the results, also of another revision, and of the freeze again once they are withdrawn', async () => {
    const open = await createOpenGame(world)
    const fog = await open.challenge({ title: 'Fog', flags: ['flag{a}'], original_score: 500 })
    const students = await open.division('Students')
    const gulls = await open.team({ name: 'Gulls', division: students })
    const edit = `/api/edit/games/${open.game.id}`
    const save = async (changes: object) =>
      admin.put(edit, { ...(await admin.get<object>(edit)).body, ...changes })
    await save({ freezeAt: world.clock.now() })
    await open.submit(gulls.player, fog, 'flag{a}')
    const frozen = await ask(open.path)
    expect(frozen.body.standings).toMatchObject([{ team: 'Gulls', score: 0 }])
    await save({ end: world.clock.now() })
    expect((await admin.post(`${edit}/results`, {})).status).toBe(200)
    // The second time, memory holds it.
    for (let time = 0; time < 2; time++)
      expect((await feed(open.path)).standings).toMatchObject([{ pos: 1, team: 'Gulls', score: 525 }])
    await admin.post(`${edit}/adjustments`, {
      ...{
        participationIds: [gulls.participation.id],
        points: -25,
        reason: 'Late',
        time: open.game.start_at,
      },
    })
    expect((await feed(open.path)).standings).toMatchObject([{ score: 525 }])
    expect((await admin.post(`${edit}/results`, { reason: 'A penalty' })).status).toBe(200)
    expect((await feed(open.path)).standings).toMatchObject([{ score: 500 }])
    // The results keep a division that the game has no longer.
    expect((await admin.delete(`${edit}/divisions/${students.id}`)).status).toBe(200)
    for (let time = 0; time < 2; time++)
      expect((await feed(open.path, `?division=${students.id}`)).standings).toMatchObject([{ pos: 1 }])
    expect((await admin.delete(`${edit}/results`, { reason: 'Not yet' })).status).toBe(200)
    // The points were given for a time before the freeze.
    expect((await feed(open.path)).standings[0]).toEqual({ ...frozen.body.standings[0], score: -25 })
    expect((await ask(open.path, `?division=${students.id}`)).status).toBe(404)
  })
})

describe('who gets no feed', () => {
  const refused = async (path: string, query = '', by = world.visitor()) => {
    const { status, body } = await by.get<{ code: string }>(`${path}/ctftime${query}`)
    return [status, body.code]
  }

  it('asks before the start, for another division, or for an unknown form', async () => {
    const open = await createOpenGame(world)
    const other = await (await createOpenGame(world)).division()
    const coming = await createOpenGame(world, { start_at: new Date(world.clock.now() + hour) })
    // The second time, memory holds the game.
    for (let time = 0; time < 2; time++) {
      expect(await refused(coming.path)).toEqual([400, 'game.notStarted'])
      expect(await refused(open.path, `?division=${other.id}`)).toEqual([404, 'division.notFound'])
      expect(await refused(open.path, '?form=huge')).toEqual([400, 'validation.choice'])
      expect(await refused('/api/game/2000000000')).toEqual([404, 'game.notFound'])
    }
  })

  it('is a stranger to a hidden game; an unlisted one has its feed', async () => {
    const hidden = await createOpenGame(world, { hidden: true })
    const unlisted = await createOpenGame(world, { hidden: true, unlisted: true })
    for (let time = 0; time < 2; time++) {
      expect(await refused(hidden.path)).toEqual([404, 'game.notFound'])
      expect((await admin.get(`${hidden.path}/ctftime`)).status).toBe(200)
      expect(await feed(unlisted.path)).toEqual({ tasks: [], standings: [] })
    }
  })
})
