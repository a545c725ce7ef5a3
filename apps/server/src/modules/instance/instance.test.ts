import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ContainerInstance } from '@pennant/contract/instance'
import { Problem } from '@pennant/contract/problem'
import {
  insertChallenge,
  insertContainer,
  insertGame,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { patient } from '../../../../../tests/kit/hub-client.ts'
import { createTestDatabase } from '../../../../../tests/kit/test-database.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import type { Containers } from '../../ports/containers.ts'
import { createNoContainers } from '../../adapters/containers/none.ts'
import type { JournalEntry } from '../../telemetry/journal.ts'
import { createInstances } from './service.ts'
import { createInstanceStore } from './store.ts'

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

  it('leaves out what organisers have started to try a challenge', async () => {
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

  it('works for a test of an organiser, too', async () => {
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
    const { text } = await admin.get('/api/admin/logs?count=20')
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

/** A provider that has `running`, and cannot stop what `stuck` names. */
const provider = (running: string[], stuck: string[] = []) => {
  const journal: JournalEntry[] = []
  const containers: Containers = {
    ...createNoContainers(),
    kind: 'docker',
    async destroy(runtimeId) {
      await new Promise((resolve) => setImmediate(resolve))
      if (stuck.includes(runtimeId)) throw new Error('the daemon does not answer')
      const at = running.indexOf(runtimeId)
      if (at !== -1) running.splice(at, 1)
    },
  }
  const { db, clock } = world
  const store = createInstanceStore(db)
  return {
    journal,
    ...createInstances({ store, containers, clock, journal: { write: (one) => void journal.push(one) } }),
  }
}

const caller = () => ({
  principal: { sessionId: '', userId: admin.id, userName: admin.userName, role: 'Admin' as const },
  address: null,
})

describe('with a provider', () => {
  it('the container is stopped before the instance is gone', async () => {
    const running = ['box-1', 'box-2']
    const { id } = await insertContainer(world.db, await playing(), { runtime_id: 'box-1' })
    await provider(running).destroy(id, caller())
    expect(running).toEqual(['box-2'])
    expect(await stored()).toEqual([])
  })

  it('an instance that cannot be stopped stays, and the caller is told', async () => {
    const { id } = await insertContainer(world.db, await playing(), { runtime_id: 'box-1' })
    const { destroy, journal } = provider(['box-1'], ['box-1'])
    const refusal = await destroy(id, caller()).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect(refusal).toMatchObject({ code: 'instance.destroyFailed', status: 400 })
    expect(await stored()).toEqual([id])
    expect(journal).toMatchObject([{ level: 'Error', name: admin.userName }])
    expect(JSON.stringify(journal)).not.toContain(id)
  })

  it('one that never started is removed without asking the provider', async () => {
    const given = { status: 'Pending', runtime_id: null, ip: null, port: null } as const
    const { id } = await insertContainer(world.db, await playing(), given)
    await provider([], ['null']).destroy(id, caller())
    expect(await stored()).toEqual([])
  })
})

describe('the sweep', () => {
  it('stops what has outlived its time, tests and orphans too, and nothing else', async () => {
    const running = ['old', 'test', 'orphan', 'young']
    const own = await playing()
    const orphan = await playing()
    await insertContainer(world.db, own, { runtime_id: 'old', expect_stop_at: minutes(-1) })
    await insertContainer(
      world.db,
      { test: own.challenge },
      { runtime_id: 'test', expect_stop_at: minutes(-1) },
    )
    await insertContainer(world.db, orphan, { runtime_id: 'orphan', expect_stop_at: minutes(-1) })
    await world.db.deleteFrom('game').where('id', '=', orphan.game.id).execute()
    const young = await insertContainer(world.db, await playing(), { runtime_id: 'young' })
    await provider(running).sweep()
    expect(running).toEqual(['young'])
    expect(await stored()).toEqual([young.id])
  })

  it('goes on after one that cannot be stopped, and tries it again the next time', async () => {
    const running = ['a', 'stuck', 'b']
    for (const runtime_id of [...running])
      await insertContainer(world.db, await playing(), { runtime_id, expect_stop_at: minutes(-1) })
    const first = provider(running, ['stuck'])
    await first.sweep()
    expect(running).toEqual(['stuck'])
    expect(first.journal).toMatchObject([{ level: 'Error', name: 'System' }])
    expect(await stored()).toHaveLength(1)
    await provider(running).sweep()
    expect(running).toEqual([])
    expect(await stored()).toEqual([])
  })

  it('stops no more once it is told to', async () => {
    const running = ['a', 'b']
    for (const runtime_id of [...running])
      await insertContainer(world.db, await playing(), { runtime_id, expect_stop_at: minutes(-1) })
    await provider(running).sweep(AbortSignal.abort())
    expect(running).toEqual(['a', 'b'])
    expect(await stored()).toHaveLength(2)
  })

  it('comes round by itself from the start of the server on', async () => {
    const database = await createTestDatabase()
    const challenge = await insertChallenge(database.db, await insertGame(database.db))
    await insertContainer(database.db, { test: challenge }, { expect_stop_at: minutes(-1) })
    const started = await createWorld({ database })
    const left = () => database.db.selectFrom('container').select('id').execute()
    await expect.poll(left, patient).toEqual([])
    await started.close()
  })
})
