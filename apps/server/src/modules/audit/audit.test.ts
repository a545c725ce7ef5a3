import { randomUUID } from 'node:crypto'
import type { Change } from '@pennant/contract/audit'
import type { GameInfo } from '@pennant/contract/game'
import type { ReceivedChange } from '@pennant/contract/hub'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../../tests/kit/client.ts'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { insertGame } from '../../../../../tests/kit/factories.ts'
import { joinRaw, type RawHubClient } from '../../../../../tests/kit/hub-client.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { system } from '../../core/audit/audit.ts'

const [hour, day] = [3_600_000, 86_400_000]

const clock = createTestClock()
let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld({ clock })
  admin = await world.person('Admin', 'Boss')
})
afterAll(() => world.close())

const bodyOf = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body
}
const list = async (path: string): Promise<Change[]> => bodyOf(admin.get<Change[]>(path))
const edit = (title: string) => ({ title, start: clock.now() + hour, end: clock.now() + 2 * hour })
const newGame = async (): Promise<{ game: { id: number }; path: string }> => {
  const game = await insertGame(world.db, { end_at: new Date(clock.now() + day) })
  return { game, path: `/api/edit/games/${game.id}` }
}
const create = async (path: string, title: string): Promise<{ id: number }> =>
  bodyOf(admin.post<{ id: number }>(`${path}/challenges`, { title }))
const jobNamed = (name: string) => {
  const found = world.app.modules.all.flatMap(({ jobs = [] }) => jobs).find((job) => job.name === name)
  if (found === undefined) throw new Error(`there is no job ${name}`)
  return () => found.run(new AbortController().signal)
}

describe('the change log', () => {
  it('says who changed what in a game, newest first', async () => {
    const { game, path } = await newGame()
    const { id } = await create(path, 'First')
    await bodyOf(admin.put(`${path}/challenges/${id}`, { title: 'Second', flagTemplate: 'flag{[GUID]}' }))
    await bodyOf(admin.put(path, edit('Third')))
    const [edited, renamed, created] = await list(`${path}/changes?detail=true`)
    expect([edited?.action, created?.action]).toEqual(['game.update', 'challenge.create'])
    expect(renamed).toEqual({
      ...{ time: clock.now(), user: 'Boss', address: '127.0.0.1' },
      ...{ action: 'challenge.update', object: `challenge:${id}`, name: 'Second' },
      ...{ before: { title: 'First' }, after: { title: 'Second' }, sealed: ['flagTemplate'] },
      ...{
        reason: null,
        id: expect.any(Number),
        gone: false,
        gameId: game.id,
        userId: admin.id,
        tokenId: null,
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      },
      ...{ undoes: null, undoneBy: null },
    })
    const [plain, ...others] = await list(`${path}/changes?count=1&skip=1`)
    expect([plain?.action, others]).toEqual(['challenge.update', []])
    expect(plain).not.toHaveProperty('id')
    expect((await admin.get('/api/edit/games/999999/changes')).status).toBe(404)
  })

  it('says what is gone, and how people are called now', async () => {
    const { path } = await newGame()
    const { id } = await create(path, 'Brief')
    await bodyOf(admin.delete(`${path}/challenges/${id}`))
    const rows = await list(`${path}/changes?detail=true`)
    expect(rows.map(({ name, gone }) => [name, gone])).toEqual([
      ['Brief', true],
      ['Brief', true],
    ])
    const player = await world.person('User', 'Sailor')
    const users = `/api/admin/users/${player.id}`
    await bodyOf(admin.put(users, { bio: 'At sea', userName: 'Captain' }))
    const [renamed] = await list('/api/admin/changes?detail=true')
    expect(renamed).toMatchObject({ object: `user:${player.id}`, name: 'Captain', gone: false })
    await bodyOf(admin.delete(users))
    const [deleted] = await list('/api/admin/changes?detail=true')
    expect(deleted).toMatchObject({ action: 'user.delete', name: null, gone: true })
  })

  it('is found by time, person, team, challenge, and text', async () => {
    const { path } = await newGame()
    const open = await createOpenGame(world)
    const { participation, team } = await open.team({ status: 'Pending' })
    clock.advance(1_000)
    const from = clock.now()
    const challenge = await create(path, 'Needle')
    await bodyOf(admin.put(`/api/admin/participation/${participation.id}`, { status: 'Accepted' }))
    const many = { ids: [participation.id], status: 'Suspended' }
    await bodyOf(admin.put(`/api/edit/games/${open.game.id}/participations`, many))
    const found = async (query: string): Promise<string[]> =>
      (await list(`/api/admin/changes?from=${from}&${query}`)).map(({ action }) => action)
    const decisions = ['participation.decideMany', 'participation.edit']
    expect(await found(`challenge=${challenge.id}`)).toEqual(['challenge.create'])
    expect(await found('search=nEEDLE')).toEqual(['challenge.create'])
    expect(await found('search=%25')).toEqual([])
    expect(await found(`team=${team.id}`)).toEqual(decisions)
    expect(await found(`user=${admin.id}`)).toEqual([...decisions, 'challenge.create'])
    expect(await found(`user=${randomUUID()}`)).toEqual([])
    expect(await found(`to=${from}`)).toEqual([])
    const counted = await admin.get(`/api/admin/changes?from=${from}&detail=true&count=1`)
    expect(counted.headers.get('x-total-count')).toBe('3')
  })

  it('names the API token that acted, and shows addresses only to who sees personal data', async () => {
    const issue = (scopes: string[]) =>
      bodyOf(admin.post<{ token: string; info: { id: string } }>('/api/tokens', { name: 'Robot', scopes }))
    const { token, info } = await issue(['Games'])
    const robot = world.visitor({ authorization: `Bearer ${token}` })
    const { id } = await bodyOf(robot.post<GameInfo>('/api/edit/games', edit('By a robot')))
    const [made] = await list(`/api/edit/games/${id}/changes?detail=true`)
    expect(made).toMatchObject({ user: 'Boss', tokenId: info.id, address: '127.0.0.1' })
    const blind = world.visitor({ authorization: `Bearer ${(await issue(['Platform'])).token}` })
    const seen = await bodyOf(blind.get<Change[]>('/api/admin/changes'))
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter(({ address }) => address !== null)).toEqual([])
  })

  it('keeps no row of what was refused, and none of what stayed as it was', async () => {
    const { path } = await newGame()
    await bodyOf(admin.put(path, edit('Once')))
    const game = await bodyOf(admin.get<GameInfo>(path))
    const kept = await list(`${path}/changes`)
    expect((await admin.put(path, { ...game, title: '' })).status).toBe(400)
    const outdated = { body: { ...game, title: 'Late' }, headers: { 'if-match': '"other"' } }
    expect((await admin.call('PUT', path, outdated)).status).toBe(412)
    await bodyOf(admin.put(path, game))
    expect(await list(`${path}/changes`)).toEqual(kept)
  })

  it('holds what the server does by itself', async () => {
    const { path } = await newGame()
    const { id } = await create(path, 'Planned')
    await bodyOf(admin.post(`${path}/challenges/${id}/flags`, [{ flag: 'flag{planned}' }]))
    const at = clock.now() + 60_000
    await bodyOf(admin.put(`${path}/challenges/${id}`, { enableAtUtc: at }))
    clock.advance(61_000)
    await jobNamed('planned challenges')()
    const [enabled] = await list(`${path}/changes?detail=true`)
    expect(enabled).toMatchObject({
      ...{ user: 'System', userId: null, address: null, requestId: null, action: 'planned challenges' },
      ...{ before: { isEnabled: false, enableAtUtc: at }, after: { isEnabled: true, enableAtUtc: null } },
    })
  })
})

describe('the word of a change', () => {
  const heardBy = async ({ hear }: RawHubClient): Promise<ReceivedChange> => {
    for (;;) {
      const record = (await hear()) as { target?: string; arguments?: [ReceivedChange] } | null
      if (record === null) throw new Error('the connection has ended')
      const [change] = record.arguments ?? []
      if (record.target === 'ReceivedChange' && change !== undefined) return change
    }
  }

  it('reaches administrators and those who watch its game, and only if it is committed', async () => {
    const [here, elsewhere] = [await newGame(), await newGame()]
    const headers = { cookie: `pennant_session=${admin.cookie()}` }
    const join = (path: string) => joinRaw(world.origin, path, { headers })
    const desk = await join('/hub/admin')
    const watching = await join(`/hub/monitor?game=${here.game.id}`)
    const others = await join(`/hub/monitor?game=${elsewhere.game.id}`)
    try {
      const { audit } = world.core
      const undone = world.core.db.transaction().execute(async (tx) => {
        await audit.record(tx, system, 'scoreboard.flush', { game: here.game.id, id: here.game.id })
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      const one = await create(here.path, 'Here')
      const other = await create(elsewhere.path, 'Elsewhere')
      const [row, ...rows] = await list(`${here.path}/changes?detail=true`)
      expect(rows).toEqual([])
      const told = { id: row?.id, action: 'challenge.create', object: `challenge:${one.id}` }
      expect(await heardBy(desk)).toEqual(told)
      expect(await heardBy(watching)).toEqual(told)
      expect((await heardBy(others)).object).toBe(`challenge:${other.id}`)
    } finally {
      for (const { socket } of [desk, watching, others]) socket.close()
    }
  })
})

describe('old changes', () => {
  const tidy = () => jobNamed('old changes')()

  it('stay with their game, or two years without one; addresses are forgotten long before', async () => {
    const { game, path } = await newGame()
    await create(path, 'Kept')
    await bodyOf(admin.post<string>('/api/edit/posts', { title: 'A post' }))
    const { path: gone } = await newGame()
    await create(gone, 'Gone')
    await bodyOf(admin.delete(gone))
    const left = async (): Promise<(readonly [string, string | null])[]> =>
      (await world.db.selectFrom('audit').selectAll().orderBy('id').execute())
        .slice(-4)
        .map(({ action, address }) => [action, address] as const)
    await tidy()
    const address = '127.0.0.1'
    expect((await left()).slice(1)).toEqual([
      ['challenge.create', address],
      ['post.create', address],
      ['game.delete', address],
    ])
    clock.advance(90.5 * day)
    await tidy()
    expect((await left()).slice(1)).toEqual([
      ['challenge.create', address],
      ['post.create', null],
      ['game.delete', null],
    ])
    clock.advance(day)
    await tidy()
    expect((await left())[1]).toEqual(['challenge.create', null])
    clock.advance(640 * day)
    await tidy()
    const rows = await world.db.selectFrom('audit').selectAll().execute()
    expect(rows.filter(({ game_id: of }) => of === null)).toEqual([])
    expect(rows.filter(({ game_id: of }) => of === game.id)).toHaveLength(1)
  })
})
