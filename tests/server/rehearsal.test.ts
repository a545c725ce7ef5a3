import { randomUUID } from 'node:crypto'
import type { ContainerInstance } from '@pennant/contract/instance'
import type { RehearsalCast, RehearsalStep } from '@pennant/contract/rehearsal'
import { defaultAccountPolicy } from '@pennant/contract/setting'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestClock } from '../kit/clock.ts'
import { insertGame, insertTeam } from '../kit/factories.ts'
import { createInstanceSetup } from '../kit/instance-setup.ts'
import { hire, play } from '../kit/rehearsal-play.ts'
import { begin, dump, end, endRehearsal, read, sweep } from '../kit/rehearsal.ts'
import { createWorld, type Person, testPassword, type World } from '../kit/world.ts'

const hour = 3_600_000

describe('a rehearsal', () => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await createWorld({ hire, settings: { DISABLE_RATE_LIMIT: 'false' } })
    admin = await world.person('Admin')
  })
  afterAll(() => world.close())

  const playing = (cast: RehearsalCast, steps: RehearsalStep[] = []) =>
    play(world, cast, {
      status: async () =>
        (await admin.get<Awaited<ReturnType<typeof world.app.modules.status.read>>>('/api/admin/status'))
          .body,
      onStep: async (step) => {
        steps.push(step)
        expect((await admin.put(`/api/rehearsal/${cast.id}`, { step })).status).toBe(200)
        expect((await read(admin)).running?.step).toBe(step)
      },
    })
  const as = ({ statement }: RehearsalCast['players'][number]) =>
    world.visitor({ 'x-pennant-rehearsal': statement })
  const loggedIn = async (cast: RehearsalCast, index = 0) => {
    const player = cast.players[index]
    if (player === undefined) throw new Error('there is no such player')
    const visitor = as(player)
    const { userName } = player
    const answer = await visitor.post('/api/account/login', { userName, password: cast.password })
    expect(answer.status, answer.text).toBe(200)
    return { visitor, player }
  }

  it('plays whole, is judged, and leaves nothing behind', async () => {
    await insertGame(world.db, { title: 'Later', start_at: new Date(Date.now() + 2 * hour) })
    const before = await dump(world)
    const cast = await begin(admin, { teams: 20, burst: 40 })
    expect(cast.size).toEqual({ teams: 20, players: 40, burst: 40, instances: 0, oneAddress: false })
    const steps: RehearsalStep[] = []
    const { figures, server } = await playing(cast, steps)
    expect(steps).toEqual(['door', 'opening', 'burst', 'steady'])
    expect(figures.answers).toMatchObject({ failed: 0, lost: 0, refused: 0, unexpected: 0 })
    expect(figures.news?.missed).toBe(0)
    expect(server.samples.length).toBeGreaterThan(1)
    expect(server.requests).toBeGreaterThan(0)

    const { left, report } = await end(admin, cast, { sameMachine: true, figures, server })
    expect(left).toEqual([])
    expect(report?.figures.answers).toEqual(figures.answers)
    expect(await read(admin)).toMatchObject({ running: null, report })
    expect(await dump(world)).toEqual(before)

    // The next one is compared with it.
    const again = await begin(admin, { teams: 2, burst: 1 })
    const played = await playing(again)
    const next = await end(admin, again, { sameMachine: true, ...played })
    expect(next.report?.before).toMatchObject({ startedAt: report?.startedAt, sameSize: false })
  })

  it('is in no list, and its teams see nothing but their game', async () => {
    const cast = await begin(admin)
    const { visitor, player } = await loggedIn(cast)
    const hint = player.userName.slice(0, 8)
    for (const path of [
      '/api/admin/users?count=100',
      '/api/admin/teams?count=100',
      '/api/edit/games?count=100&skip=0',
      '/api/game?count=50&skip=0',
      '/api/game/recent',
      '/api/admin/files?count=100&skip=0',
    ]) {
      const { status, text } = await admin.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toContain(hint)
      expect(text).not.toContain('rehearsal-')
    }
    for (const kind of ['users', 'teams'])
      expect((await admin.post<{ total: number }>(`/api/admin/${kind}/search?hint=${hint}`)).body.total).toBe(
        0,
      )
    const person = await world.person()
    expect((await person.get(`/api/game/${cast.gameId}`)).status).toBe(404)
    expect((await world.visitor().get(`/api/game/${cast.gameId}/scoreboard`)).status).toBe(404)
    expect((await visitor.get(`/api/game/${cast.gameId}/details`)).status).toBe(200)

    await end(admin, cast)
    expect((await visitor.get('/api/account/profile')).status).toBe(401)
    const { rows } = await sql<{ action: string }>`
      select action from audit where object = ${`rehearsal:${cast.id}`} or object like 'game:%' order by id
    `.execute(world.db)
    expect(rows.map(({ action }) => action)).toEqual(['rehearsal.begin', 'rehearsal.end'])
  })

  it('states addresses for its players alone, and only while it runs', async () => {
    const cast = await begin(admin)
    const [first, second] = cast.players
    if (first === undefined || second === undefined) throw new Error('nobody plays')
    const ipOf = async (name: string): Promise<string | undefined> =>
      (await world.db.selectFrom('user').select('ip').where('name', '=', name).executeTakeFirst())?.ip
    await loggedIn(cast)
    expect(await ipOf(first.userName)).toBe('198.18.0.0')

    // Players without a statement, people with one, and others with a made-up one.
    const login = (userName: string, password: string, statement?: string) =>
      world
        .visitor(statement === undefined ? {} : { 'x-pennant-rehearsal': statement })
        .post('/api/account/login', { userName, password })
    expect((await login(first.userName, cast.password)).status).toBe(401)
    const mac = first.statement.slice(first.statement.lastIndexOf('.'))
    for (const forged of [
      `198.18.0.9${mac}`,
      `203.0.113.9${mac}`,
      `${first.statement}x`,
      '',
      '.',
      '198.18.0.9',
    ])
      expect((await login(first.userName, cast.password, forged)).status, forged).toBe(401)
    const person = await world.person()
    expect((await login(person.userName, testPassword, first.statement)).status).toBe(401)
    const cheat = world.visitor({ 'x-pennant-rehearsal': first.statement })
    cheat.setCookie(person.cookie() ?? '')
    expect((await cheat.get('/api/account/profile')).status).toBe(403)
    const register = { userName: 'sneaky', email: 'sneaky@players.example', password: testPassword }
    expect((await as(first).post('/api/account/register', register)).status).toBe(403)
    expect((await as(first).get('/api/config')).status).toBe(200)

    await end(admin, cast)
    expect((await login(person.userName, testPassword, first.statement)).status).toBe(200)
    expect(await ipOf(person.userName)).toBe('127.0.0.1')
  })

  it('plays in plain text where clients encrypt, and needs no captcha', async () => {
    await admin.put('/api/admin/config', {
      globalConfig: { title: 'Site', slogan: '', apiEncryption: true },
      accountPolicy: { ...defaultAccountPolicy, useCaptcha: true },
    })
    const cast = await begin(admin)
    const { visitor } = await loggedIn(cast)
    const [challenge] = cast.challenges
    const path = `/api/game/${cast.gameId}/challenges/${challenge?.id}`
    expect((await visitor.post(path, { flag: challenge?.flag })).status).toBe(200)
    await end(admin, cast)
    await admin.put('/api/admin/config', {
      globalConfig: { title: 'Site', slogan: '', apiEncryption: false },
      accountPolicy: defaultAccountPolicy,
    })
  })

  it('keeps the address in a school, where all come from one', async () => {
    const cast = await begin(admin, { oneAddress: true })
    expect(cast.players.every(({ statement }) => statement.startsWith('-.'))).toBe(true)
    const { player } = await loggedIn(cast)
    const row = await world.db
      .selectFrom('user')
      .select('ip')
      .where('name', '=', player.userName)
      .executeTakeFirstOrThrow()
    expect(row.ip).toBe('127.0.0.1')
    await end(admin, cast)
  })

  it('lets its players do nothing that could outlast it', async () => {
    const cast = await begin(admin)
    const { visitor, player } = await loggedIn(cast)
    const bare = world.visitor()
    bare.setCookie(visitor.cookie() ?? '')
    for (const client of [visitor, bare]) {
      expect((await client.post('/api/team', { name: 'Stays' })).status).toBe(403)
      expect((await client.put('/api/account/update', { bio: 'Stays' })).status).toBe(403)
      expect((await client.get('/api/team')).status).toBe(200)
    }
    // As one of an older release could.
    const { id } = await world.db
      .selectFrom('user')
      .select('id')
      .where('name', '=', player.userName)
      .executeTakeFirstOrThrow()
    const team = await insertTeam(world.db, [{ id }])
    expect((await end(admin, cast)).left).toEqual([])
    expect(await world.db.selectFrom('team').selectAll().where('id', '=', team.id).execute()).toEqual([])
  })

  it('runs alone, and not near a game unless its name is typed', async () => {
    const cast = await begin(admin)
    expect((await admin.post('/api/rehearsal', { teams: 1 })).body).toMatchObject({
      code: 'rehearsal.running',
    })
    await end(admin, cast)
    expect(await end(admin, cast)).toEqual({ left: [], report: null })
    expect((await admin.post(`/api/rehearsal/${randomUUID()}/end`, {})).body).toMatchObject({
      code: 'rehearsal.notFound',
    })

    const at = (ms: number): Date => new Date(world.clock.now() + ms)
    const near = await insertGame(world.db, {
      title: 'Near',
      start_at: at(hour - 60_000),
      end_at: at(2 * hour),
    })
    for (const duringGame of [null, 'Later', 'near'])
      expect((await admin.post('/api/rehearsal', { teams: 1, duringGame })).body).toMatchObject({
        code: 'rehearsal.gameNear',
        title: expect.stringContaining('Near'),
      })
    expect((await read(admin)).near).toEqual(['Near'])
    await end(admin, await begin(admin, { duringGame: 'Near' }))
    await world.db.deleteFrom('game').where('id', '=', near.id).execute()
    expect((await admin.post('/api/rehearsal', { teams: 1, instances: 1 })).body).toMatchObject({
      code: 'rehearsal.noImage',
      field: 'instances',
    })
    expect((await read(admin)).running).toBeNull()
  })

  it('has half as many teams again as the largest game that is not over accepted, and at least 200', async () => {
    expect((await read(admin)).suggestedTeams).toBe(200)
    const { id: captain } = await world.person()
    const accept = async (count: number, over: number): Promise<void> => {
      const game = await insertGame(world.db, { start_at: new Date(over - hour), end_at: new Date(over) })
      onTestFinished(async () => void (await world.db.deleteFrom('game').where('id', '=', game.id).execute()))
      await sql`
        with made as (
          insert into team (name, invite_token, captain_id)
          select ${`of ${game.id} `}::text || number, md5(random()::text), ${captain}::uuid
          from generate_series(1, ${count}::int) number
          returning id
        )
        insert into participation (game_id, team_id, status, token)
        select ${game.id}::int, id, 'Accepted', gen_random_uuid()::text from made
      `.execute(world.db)
    }
    const later = world.clock.now() + 24 * hour
    await accept(400, world.clock.now() - hour)
    expect((await read(admin)).suggestedTeams).toBe(200)
    await accept(10, later)
    await accept(141, later)
    expect((await read(admin)).suggestedTeams).toBe(212)
    const cast = await begin(admin, { teams: 30, burst: null })
    expect(cast.size).toMatchObject({ teams: 30, players: 60, burst: 3, instances: 0 })
    await end(admin, cast)
  })

  it('is for administrators in person, and tokens for everything', async () => {
    for (const client of [world.visitor(), await world.person(), await world.person('Monitor')])
      expect((await client.post('/api/rehearsal', { teams: 1 })).status).toBeGreaterThanOrEqual(401)
    for (const [scopes, status] of [
      [['Platform', 'Users', 'Games', 'Monitor', 'Read'], 403],
      [['Everything'], 200],
    ] as const) {
      const token = await admin.post<{ token: string }>('/api/tokens', { name: 'ci', expiresIn: 1, scopes })
      const client = world.visitor({ authorization: `Bearer ${token.body.token}` })
      expect((await client.get('/api/rehearsal')).status, token.text).toBe(status)
    }
  })

  it('is played by the server itself when asked on its page', async () => {
    const answer = await admin.post('/api/rehearsal/run', { teams: 2, burst: 2, minutes: 0.05 })
    expect(answer.status, answer.text).toBe(200)
    await expect.poll(async () => (await read(admin)).running).toBeNull()
    expect((await read(admin)).report).toMatchObject({
      sameMachine: true,
      size: { teams: 2 },
      figures: { answers: { failed: 0, unexpected: 0 }, left: [] },
    })

    // Ended in the middle, it cleans up.
    const long = await admin.post<{ id: string }>('/api/rehearsal/run', { teams: 1, minutes: 0.1 })
    expect((await end(admin, long.body)).left).toEqual([])
    expect((await read(admin)).running).toBeNull()
  })
})

describe('what a rehearsal leaves behind when its process is killed', () => {
  const clock = createTestClock()
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await createWorld({ clock })
    admin = await world.person('Admin')
  })
  afterAll(() => world.close())

  it.each(['prepare', 'door', 'opening', 'burst', 'instances', 'steady'] as const)(
    'is removed by the leader an hour later, at the step %s',
    async (step) => {
      const before = await dump(world)
      const cast = await begin(admin)
      if (step !== 'prepare') await admin.put(`/api/rehearsal/${cast.id}`, { step })
      await sweep(world)
      expect((await read(admin)).running?.id).toBe(cast.id)
      clock.advance(hour)
      await sweep(world)
      expect((await read(admin)).running).toBeNull()
      expect(await dump(world)).toEqual(before)
    },
  )

  it('is removed at once where the clean-up was interrupted', async () => {
    const before = await dump(world)
    const cast = await begin(admin)
    await world.db.updateTable('rehearsal').set({ step: 'clean' }).where('id', '=', cast.id).execute()
    await world.db.deleteFrom('team').where('rehearsal_id', '=', cast.id).execute()
    expect((await admin.put(`/api/rehearsal/${cast.id}`, { step: 'door' })).status).toBe(404)
    await sweep(world)
    expect((await read(admin)).running).toBeNull()
    expect(await dump(world)).toEqual(before)
  })

  it('is removed a minute later where it stopped in the middle of what it created', async () => {
    const before = await dump(world)
    const cast = await begin(admin)
    // As if it had ended before teams, members, and participations came.
    await world.db.deleteFrom('participation').where('game_id', '=', cast.gameId).execute()
    await world.db.deleteFrom('team').where('rehearsal_id', '=', cast.id).execute()
    await world.db.updateTable('rehearsal').set({ game_id: null }).where('id', '=', cast.id).execute()
    await sweep(world)
    expect((await read(admin)).running?.id).toBe(cast.id)
    clock.advance(60_000)
    await sweep(world)
    expect((await read(admin)).running).toBeNull()
    expect(await dump(world)).toEqual(before)
  })
})

it('starts instances, reaches them, and stops all of them', async () => {
  const setup = await createInstanceSetup({ hire })
  onTestFinished(setup.close)
  const { admin, world } = setup
  await setup.challenge()
  const cast = await begin(admin, { teams: 3, instances: 2, burst: 1, duringGame: setup.open.game.title })
  expect(cast.instanceOf).not.toBeNull()
  const { figures } = await play(world, cast)
  expect(figures.instances).toEqual({ asked: 2, within60s: 2, within180s: 2, refusedForQuota: 0 })
  expect(figures.answers.unexpected).toBe(0)
  const running = await admin.get<{ data: ContainerInstance[] }>('/api/admin/instances')
  expect(running.body.data).toHaveLength(2)
  expect((await end(admin, cast)).left).toEqual([])
  expect((await admin.get<{ data: ContainerInstance[] }>('/api/admin/instances')).body.data).toEqual([])

  // One has room, the others don't.
  let started = 0
  setup.fakeContainers.onStart(async () => (started++ === 0 ? null : 'quota'))
  const full = await begin(admin, { teams: 3, instances: 3, burst: 1, duringGame: setup.open.game.title })
  const { figures: seen } = await play(world, full)
  expect(seen.instances).toMatchObject({ asked: 3, refusedForQuota: 2 })
  const server = { samples: [], pagesP99Ms: null, requests: 0, connections: 0 }
  const calm = { ...seen, pages: null, generator: { processor: 0, line: 0 } }
  const { report } = await end(admin, full, { sameMachine: true, figures: calm, server })
  expect(report).toMatchObject({ verdict: 'red', bottleneck: { cause: 'provider.quota', value: 2 } })
  await endRehearsal(admin)
})
