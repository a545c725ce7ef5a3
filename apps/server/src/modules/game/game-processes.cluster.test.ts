import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BasicGameInfo, DetailedGameInfo, GameInfo } from '@pennant/contract/game'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

type Page = { data: BasicGameInfo[]; length: number; total: number }

describe('two processes', () => {
  let world: World
  let second: World
  let admin: Person
  beforeAll(async () => {
    world = await createWorld()
    admin = await world.person('Admin')
    second = await world.another()
  })
  afterAll(async () => {
    await second.close()
    await world.close()
  })

  const there = () => second.visitor()
  const titlesThere = async (): Promise<string[]> =>
    (await there().get<Page>('/api/game?count=50')).body.data.map(({ title }) => title)
  const create = async (title: string): Promise<GameInfo> =>
    (await admin.post<GameInfo>('/api/edit/games', { title })).body

  it('list the same games, whichever of them something is changed in', async () => {
    const game = await create('one')
    await expect.poll(titlesThere, patient).toContain('one')
    await admin.put(`/api/edit/games/${game.id}`, { ...game, title: 'two' })
    await expect.poll(titlesThere, patient).toContain('two')
    expect(await titlesThere()).not.toContain('one')
    await admin.put(`/api/edit/games/${game.id}`, { ...game, hidden: true })
    await expect.poll(titlesThere, patient).not.toContain('one')
  })

  it('never show another list of recent games under the same tag', async () => {
    const seen = new Map<string, string>()
    for (let round = 0; round < 4; round++) {
      const { title } = await create(`round ${round}`)
      await expect
        .poll(async () => (await there().get('/api/game/recent')).text.includes(`"${title}"`), patient)
        .toBe(true)
      for (const who of [world.visitor(), there()]) {
        const { headers, text } = await who.get('/api/game/recent')
        const tag = headers.get('etag') ?? ''
        expect(seen.get(tag) ?? text).toBe(text)
        seen.set(tag, text)
      }
    }
    expect(seen.size).toBe(4)
  })

  it('both lose a game that one of them hides or deletes', async () => {
    const open = await createOpenGame(world)
    await open.team()
    const statusThere = async (): Promise<number> => (await there().get(open.path)).status
    expect(await statusThere()).toBe(200)
    const { body: game } = await admin.get<GameInfo>(`/api/edit/games/${open.game.id}`)
    await admin.put(`/api/edit/games/${game.id}`, { ...game, hidden: true })
    await expect.poll(statusThere, patient).toBe(404)
    await admin.put(`/api/edit/games/${game.id}`, game)
    await expect.poll(statusThere, patient).toBe(200)
    expect((await there().get<DetailedGameInfo>(open.path)).body.teamCount).toBe(1)
    await admin.delete(`/api/edit/games/${game.id}`)
    await expect.poll(statusThere, patient).toBe(404)
  })

  it('refuse an edit that rests on what the other has changed', async () => {
    const game = await create('shared')
    const path = `/api/edit/games/${game.id}`
    const tag = (await admin.get(path)).headers.get('etag') ?? ''
    await admin.put(path, { ...game, title: 'mine' })
    const cookie = `pennant_session=${admin.cookie()}`
    const late = await there().call('PUT', path, { body: game, headers: { cookie, 'if-match': tag } })
    expect(late.status).toBe(412)
  })
})

describe('a process that hears nothing', () => {
  it('believes its list for a second', async () => {
    const clock = createTestClock()
    const world = await createWorld({ settings: deaf, clock })
    try {
      const total = async (): Promise<number> => (await world.visitor().get<Page>('/api/game')).body.total
      expect(await total()).toBe(0)
      await world.db
        .insertInto('game')
        .values({
          title: 'elsewhere',
          start_at: new Date(0),
          end_at: new Date(0),
          writeup_deadline: new Date(0),
          public_key: '',
          private_key: '',
          hash_salt: '0'.repeat(64),
        })
        .execute()
      clock.advance(999)
      expect(await total()).toBe(0)
      clock.advance(1)
      expect(await total()).toBe(1)
    } finally {
      await world.close()
    }
  })
})

const deaf = { CONNECTION_STRINGS__REDIS_CACHE: 'redis://127.0.0.1:1' }
