import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ContainerInstance } from '@pennant/contract/instance'
import {
  insertChallenge,
  insertContainer,
  insertGame,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterEach(async () => {
  await world.db.deleteFrom('container').execute()
})
afterAll(() => world.close())

type Page = { data: ContainerInstance[]; length: number; total: number }
const list = async (): Promise<Page> => {
  const answer = await admin.get<Page>('/api/admin/instances')
  expect(answer.status).toBe(200)
  return answer.body
}

const ids = async (): Promise<string[]> => (await list()).data.map(({ containerGuid }) => containerGuid)
const stored = async (): Promise<string[]> =>
  (await world.db.selectFrom('container').select('id').execute()).map(({ id }) => id)

const playing = async () => {
  const game = await insertGame(world.db)
  const team = await insertTeam(world.db, [])
  const participation = await insertParticipation(world.db, game, team)
  const challenge = await insertChallenge(world.db, game, { title: 'Heap', category: 'Pwn' })
  return { game, team, participation, challenge }
}

const minutes = (count: number): Date => new Date(world.clock.now() + count * 60_000)

describe('the list of instances', () => {
  it('tells of each what it is, whose it is, and where it listens', async () => {
    const { participation, challenge, team } = await playing()
    const avatar_hash = 'cd'.repeat(32)
    await world.db.updateTable('team').set({ avatar_hash }).where('id', '=', team.id).execute()
    const container = await insertContainer(
      world.db,
      { participation, challenge },
      { public_ip: 'ctf.example', public_port: 40_001 },
    )
    expect(await list()).toStrictEqual({
      data: [
        {
          team: { id: team.id, name: team.name, avatar: `/assets/${avatar_hash}/avatar` },
          challenge: { id: challenge.id, title: 'Heap', category: 'Pwn' },
          image: 'registry.example/box:1',
          containerGuid: container.id,
          containerId: container.runtime_id,
          startedAt: container.started_at.getTime(),
          expectStopAt: container.expect_stop_at.getTime(),
          ip: 'ctf.example',
          port: 40_001,
        },
      ],
      length: 1,
      total: 1,
    })
  })

  it('names the internal address where there is no public one', async () => {
    await insertContainer(world.db, await playing(), { is_proxied: true })
    expect((await list()).data).toMatchObject([{ ip: '10.7.0.2', port: 1337 }])
  })

  it('shows one that is still starting without an address', async () => {
    await insertContainer(world.db, await playing(), {
      status: 'Pending',
      runtime_id: null,
      ip: null,
      port: null,
    })
    expect((await list()).data).toMatchObject([{ containerId: '', ip: '', port: 0 }])
  })

  it('goes by the time of their start', async () => {
    const third = await insertContainer(world.db, await playing(), { started_at: minutes(-1) })
    const first = await insertContainer(world.db, await playing(), { started_at: minutes(-30) })
    const second = await insertContainer(world.db, await playing(), { started_at: minutes(-20) })
    expect(await ids()).toEqual([first.id, second.id, third.id])
  })

  it('leaves out what organizers have started to try a challenge', async () => {
    await insertContainer(world.db, { test: (await playing()).challenge })
    expect(await list()).toStrictEqual({ data: [], length: 0, total: 0 })
  })

  it.each([
    ['challenge', (own: Awaited<ReturnType<typeof playing>>) => ['challenge', own.challenge.id] as const],
    ['team', (own: Awaited<ReturnType<typeof playing>>) => ['team', own.team.id] as const],
    ['game', (own: Awaited<ReturnType<typeof playing>>) => ['game', own.game.id] as const],
  ])('still shows one whose %s has been deleted, without team and challenge', async (_what, of) => {
    const own = await playing()
    const { id } = await insertContainer(world.db, own)
    const [table, gone] = of(own)
    await world.db.deleteFrom(table).where('id', '=', gone).execute()
    expect((await list()).data).toMatchObject([{ containerGuid: id, team: null, challenge: null }])
  })

  it('is for administrators', async () => {
    expect((await world.visitor().get('/api/admin/instances')).status).toBe(401)
    expect((await (await world.person('Monitor')).get('/api/admin/instances')).status).toBe(403)
  })
})

describe('destroying an instance', () => {
  it('removes it and answers with nothing', async () => {
    const own = await playing()
    const { id } = await insertContainer(world.db, own)
    const other = await insertContainer(world.db, await playing())
    expect(await admin.delete(`/api/admin/instances/${id.toUpperCase()}`)).toMatchObject({
      status: 200,
      text: '',
    })
    expect(await ids()).toEqual([other.id])
    const instances = world.db.selectFrom('game_instance').selectAll().where('game_id', '=', own.game.id)
    expect(await instances.execute()).toHaveLength(1)
  })

  it('works for a test of an organizer, too', async () => {
    const { id } = await insertContainer(world.db, { test: (await playing()).challenge })
    expect((await admin.delete(`/api/admin/instances/${id}`)).status).toBe(200)
    expect(await stored()).toEqual([])
  })

  it('finds none that is not there', async () => {
    const { id } = await insertContainer(world.db, await playing())
    await admin.delete(`/api/admin/instances/${id}`)
    for (const unknown of [id, randomUUID(), 'x', '1'])
      expect((await admin.delete(`/api/admin/instances/${unknown}`)).status).toBe(404)
    expect((await admin.delete(`/api/admin/instances/${id}`)).body).toMatchObject({
      code: 'instance.notFound',
    })
  })

  it('is logged without what would let a reader connect', async () => {
    const { id } = await insertContainer(world.db, await playing())
    await admin.delete(`/api/admin/instances/${id}`)
    const { text } = await admin.get('/api/admin/logs?count=1000')
    expect(text).toContain(`Instance ${id.replaceAll('-', '').slice(0, 12)} (`)
    expect(text).not.toContain(id)
    expect(world.said.join('\n')).not.toContain(id)
  })

  it('is for administrators', async () => {
    const { id } = await insertContainer(world.db, await playing())
    expect((await world.visitor().delete(`/api/admin/instances/${id}`)).status).toBe(401)
    expect((await (await world.person('Monitor')).delete(`/api/admin/instances/${id}`)).status).toBe(403)
    expect(await stored()).toEqual([id])
  })
})
