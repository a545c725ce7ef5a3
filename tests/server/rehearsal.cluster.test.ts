import type { Rehearsals } from '@pennant/contract/rehearsal'
import { createSampler } from '@pennant/load/rehearse/sample'
import { bottleneckOf } from '@pennant/rules/rehearsal/bottleneck'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { lockKey } from '../../apps/server/src/adapters/lock/session.ts'
import { createRehearsals } from '../../apps/server/src/modules/rehearsal/service.ts'
import { begin, callerOf, createGate, dump, read, sweep } from '../kit/rehearsal.ts'
import { openRedisLine } from '../kit/redis-line.ts'
import { createWorld, type Person, testPassword, type World } from '../kit/world.ts'

let world: World
let other: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  other = await world.another()
  admin = await world.person('Admin')
})
afterAll(async () => {
  await other.close()
  await world.close()
})

it('is known to every process at once, and ended by any of them', async () => {
  const cast = await begin(admin, { teams: 1 })
  const [player] = cast.players
  const as = (one: World) => one.visitor({ 'x-pennant-rehearsal': player?.statement ?? '' })
  const login = { userName: player?.userName, password: cast.password }
  const visitor = as(other)
  expect((await visitor.post('/api/account/login', login)).status).toBe(200)
  const { ip } = await world.db
    .selectFrom('user')
    .select('ip')
    .where('name', '=', player?.userName ?? '')
    .executeTakeFirstOrThrow()
  expect(ip).toBe('198.18.0.0')
  expect((await visitor.get(`/api/game/${cast.gameId}/details`)).status).toBe(200)

  const colleague = other.visitor()
  colleague.setCookie(admin.cookie() ?? '')
  const ended = await colleague.post<{ left: string[] }>(`/api/rehearsal/${cast.id}/end`, {})
  expect([ended.status, ended.body.left]).toEqual([200, []])
  for (const one of [world, other]) {
    const person = await world.person()
    // Nobody listens to statements anymore.
    const again = await as(one).post('/api/account/login', {
      userName: person.userName,
      password: testPassword,
    })
    expect(again.status).toBe(200)
  }
  expect((await visitor.get('/api/account/profile')).status).toBe(401)
})

it('that a process plays itself is left to be cleaned up when the process ends', async () => {
  let dismiss = (): void => undefined
  const gone = new Promise<never>((_, reject) => {
    dismiss = () => reject(new Error('dismissed'))
  })
  gone.catch(() => undefined)
  let play = (): void => undefined
  const playing = new Promise<void>((resolve) => {
    play = resolve
  })
  const ending = await world.another({
    hire: () => ({
      do() {
        play()
        return gone
      },
      leave: async () => dismiss(),
    }),
  })
  const there = ending.visitor()
  there.setCookie(admin.cookie() ?? '')
  expect((await there.post('/api/rehearsal/run', { teams: 1 })).status).toBe(200)
  await playing
  await ending.close()
  const running = async () => (await admin.get<Rehearsals>('/api/rehearsal')).body.running
  expect(await running()).toMatchObject({ step: 'clean' })
  await sweep(world)
  expect(await running()).toBeNull()
})

it('is cleaned up by one process at a time', async () => {
  const cast = await begin(admin, { teams: 1 })
  const gate = createGate()
  const removing = {
    async discardGame(id: number, settle: () => Promise<void>): Promise<void> {
      await gate.pass()
      await world.app.modules.game.removal.discard(id, settle)
    },
    sweepInstances: async () => undefined,
  }
  const ending = createRehearsals(world.core, removing, 'test').end(cast.id, null, callerOf(admin))
  await gate.reached
  await sweep(other)
  const { running } = (await admin.get<Rehearsals>('/api/rehearsal')).body
  expect(running).toMatchObject({ id: cast.id, step: 'clean' })
  gate.open()
  expect(await ending).toEqual({ left: [], report: null })
})

it('that was being created by a process that died is removed by another one a minute later', async () => {
  const before = await dump(world)
  const gate = createGate()
  const { hasher } = other.core
  const hash = (password: string) => gate.pass().then(() => hasher.hash(password))
  const removing = { discardGame: async () => undefined, sweepInstances: async () => undefined }
  const dying = createRehearsals({ ...other.core, hasher: { ...hasher, hash } }, removing, 'test')
  const { state, prepared } = await dying.begin({ teams: 1 }, callerOf(admin))
  const died = prepared.catch((error: unknown) => error)
  await gate.reached
  world.clock.advance(60_000)
  await sweep(world)
  // It's alive as long as it holds its lock.
  expect((await read(admin)).running?.id).toBe(state.id)
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = ${lockKey(`rehearsal ${state.id}`)}::bigint
  `.execute(world.db)
  expect(rows).toHaveLength(1)
  await expect
    .poll(async () => {
      await sweep(world)
      return (await read(admin)).running
    })
    .toBeNull()
  expect(await dump(world)).toEqual(before)
  gate.open()
  expect(await died).toMatchObject({ code: 'rehearsal.notFound' })
  expect(await dump(world)).toEqual(before)
})

it('names a Redis that is far away', async () => {
  const line = await openRedisLine(world.redisUrl ?? '')
  onTestFinished(line.close)
  const far = await world.another({ settings: { CONNECTION_STRINGS__REDIS_CACHE: line.url } })
  onTestFinished(far.close)
  line.slow(40)
  const sampler = createSampler(0)
  // Only what the rehearsal asks of Redis matters here.
  sampler.add({ ...(await far.app.modules.status.read()), processes: [] }, 0)
  const answers = { requests: 1, failed: 0, lost: 0, refused: 0, unexpected: 0 }
  const nothing = { pages: null, submissions: null, news: null, instances: null, left: [] }
  const figures = { ...nothing, answers, generator: { processor: 0, line: 0 } }
  const size = { teams: 100, players: 200, burst: 10, instances: 0, oneAddress: false }
  expect(bottleneckOf(size, figures, sampler.figures())).toMatchObject({ cause: 'redis', limit: 50 })
})
