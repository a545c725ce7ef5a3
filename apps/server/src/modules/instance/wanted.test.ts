import type { InstanceProgress } from '@pennant/contract/hub'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  insertChallenge,
  insertContainer,
  insertGame,
  insertParticipation,
  insertTeam,
  insertUser,
} from '../../../../../tests/kit/factories.ts'
import { createFakeContainers } from '../../../../../tests/kit/fake-containers.ts'
import { createInstanceSetup, type InstanceSetup } from '../../../../../tests/kit/instance-setup.ts'
import { listen } from '../../../../../tests/kit/listen.ts'
import { createOrganizer } from '../../../../../tests/kit/organizer.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createTestDatabase } from '../../../../../tests/kit/test-database.ts'
import { createWorld, type Person } from '../../../../../tests/kit/world.ts'

type Running = Awaited<ReturnType<InstanceSetup['running']>>
type Case = [what: string, take: (setup: InstanceSetup, running: Running) => Promise<unknown>, then: string]

const hour = 3_600_000

const edit = async (setup: InstanceSetup, change: Record<string, unknown>): Promise<void> => {
  const path = `/api/edit/games/${setup.open.game.id}`
  const { body } = await setup.admin.get<Record<string, unknown>>(path)
  const { status, text } = await setup.admin.put(path, { ...body, ...change })
  if (status !== 200) throw new Error(text)
}
const decide =
  (status: string): Case[1] =>
  (setup, { participation }) =>
    setup.admin.put(`/api/admin/participation/${participation.id}`, { status })
const ban = (setup: InstanceSetup, { id }: Person) =>
  setup.admin.put(`/api/admin/users/${id}`, { role: 'Banned' })
const enable =
  (isEnabled: boolean): Case[1] =>
  async (setup, { challenge }) =>
    (await createOrganizer(setup.world, setup.admin)).edit(setup.open.game.id, challenge.id, { isEnabled })

const cases: Case[] = [
  ['a suspended team', decide('Suspended'), 'participation.notAccepted'],
  ['a rejected team', decide('Rejected'), 'participation.notAccepted'],
  ['a team whose application is open again', decide('Pending'), 'participation.notAccepted'],
  ['a disabled challenge', enable(false), 'challenge.notFound'],
  [
    'a challenge that has lost its last flag',
    async (setup, { challenge }) => {
      const { id } = await setup.world.db
        .selectFrom('flag')
        .select('id')
        .where('challenge_id', '=', challenge.id)
        .executeTakeFirstOrThrow()
      return setup.admin.delete(
        `/api/edit/games/${setup.open.game.id}/challenges/${challenge.id}/flags/${id}`,
      )
    },
    'challenge.notFound',
  ],
]

const gameCases: Case[] = [
  [
    'a game that is over',
    async ({ world, open }) => world.clock.set(open.game.end_at.getTime() + 1_000),
    'game.ended',
  ],
  [
    'a game whose end was moved into the past',
    (setup) => edit(setup, { end: setup.world.clock.now() - 1_000 }),
    'game.ended',
  ],
  [
    'a game whose start was moved into the future',
    (setup) => edit(setup, { start: setup.world.clock.now() + hour }),
    'game.notStarted',
  ],
]

describe('an instance of', () => {
  let setup: InstanceSetup
  beforeAll(async () => {
    setup = await createInstanceSetup()
  })
  afterAll(() => setup.close())

  const stops = async (at: InstanceSetup, take: Case[1]): Promise<string | undefined> => {
    const before = at.fakeContainers.orders.length
    const running = await at.running({ type: 'StaticContainer', flags: ['flag{only}'] })
    const { player, challenge } = running
    const listener = await listen(at.world, `/hub/user?game=${at.open.game.id}`, player)
    await take(at, running)
    await expect.poll(() => at.rows(challenge), patient).toEqual([])
    expect(at.fakeContainers.containers.size).toBe(0)
    await expect
      .poll(() => listener.of<InstanceProgress>('ReceivedInstanceState'), patient)
      .toMatchObject([{ challengeId: challenge.id, state: 'Gone' }])
    const { body } = await at.start(player, challenge)
    expect(at.fakeContainers.orders).toHaveLength(before + 1)
    await listener.stop()
    return body.code
  }

  it.each(cases)('%s stops, its team hears of it and can start no other', async (_what, take, code) => {
    expect(await stops(setup, take)).toBe(code)
  })

  it.each(gameCases)('%s stops, its team hears of it and can start no other', async (_what, take, code) => {
    const own = await createInstanceSetup()
    onTestFinished(() => own.close())
    expect(await stops(own, take)).toBe(code)
  })
})

describe('instances of a team', () => {
  let setup: InstanceSetup
  beforeAll(async () => {
    setup = await createInstanceSetup()
  })
  afterAll(() => setup.close())

  it('run until the last of those who joined the game is banned', async () => {
    const challenge = await setup.challenge()
    const { players } = await setup.team({ size: 3, joined: 2 })
    const [one, two] = players
    if (one === undefined || two === undefined) throw new Error('a team of three')
    await setup.start(one, challenge)
    await ban(setup, one)
    await setup.world.app.modules.instances.sweep()
    expect(await setup.rows(challenge)).toMatchObject([{ status: 'Running' }])
    expect((await setup.detail(two, challenge)).instanceEntry).not.toBeNull()
    await ban(setup, two)
    await expect.poll(() => setup.rows(challenge), patient).toEqual([])
  })

  it('go on after the end of a game that is open for practice, until that ends, too', async () => {
    const { player, challenge, row } = await setup.running()
    await edit(setup, { practiceMode: true, end: setup.world.clock.now() - 1_000 })
    await setup.world.app.modules.instances.sweep()
    expect(setup.fakeContainers.containers.has(row.runtime_id ?? '')).toBe(true)
    expect((await setup.detail(player, challenge)).instanceEntry).not.toBeNull()
    await edit(setup, { practiceMode: false })
    await expect.poll(() => setup.rows(challenge), patient).toEqual([])
    await edit(setup, { end: setup.world.clock.now() + hour })
  })

  it('go on after the deadline of their challenge, after which no flag is taken', async () => {
    const { challenge } = await setup.running({ deadline_at: new Date(setup.world.clock.now() - 1_000) })
    await setup.world.app.modules.instances.sweep()
    expect(await setup.rows(challenge)).toMatchObject([{ status: 'Running' }])
  })

  it('go on, started or not, for a process whose clock says that the game has not begun', async () => {
    const { clock } = setup.world
    const begun = clock.now()
    await edit(setup, { start: begun })
    const { challenge } = await setup.running()
    const letGo = setup.fakeContainers.hold()
    const waiting = await setup.challenge()
    const { player } = await setup.team()
    const starting = setup.start(player, waiting)
    await setup.untilRow(waiting, 'Pending')
    clock.set(begun - 1)
    await setup.world.app.modules.instances.sweep()
    clock.set(begun)
    letGo()
    expect((await starting).status).toBe(200)
    expect(await setup.rows(challenge)).toMatchObject([{ status: 'Running' }])
    expect(await setup.rows(waiting)).toMatchObject([{ status: 'Running' }])
  })

  it('that wait for their turn are called off, and the reason is told', async () => {
    const letGo = setup.fakeContainers.hold()
    const challenge = await setup.challenge()
    const { player, participation } = await setup.team()
    const starting = setup.start(player, challenge)
    await setup.untilRow(challenge, 'Pending')
    await setup.admin.put(`/api/admin/participation/${participation.id}`, { status: 'Suspended' })
    expect((await starting).body.code).toBe('participation.notAccepted')
    expect(await setup.rows(challenge)).toEqual([])
    letGo()
  })

  it('cannot be extended by administrators once nobody can play them', async () => {
    const { participation, challenge, row } = await setup.running()
    await setup.world.db
      .updateTable('participation')
      .set({ status: 'Suspended' })
      .where('id', '=', participation.id)
      .execute()
    const answer = await setup.admin.post<{ code: string }>(`/api/admin/instances/${row.id}/extend`)
    expect(['instance.notRunning', 'instance.notFound']).toContain(answer.body.code)
    await expect.poll(() => setup.rows(challenge), patient).toEqual([])
  })

  it('are looked at every two seconds, whatever nobody told of', () => {
    const job = setup.world.app.jobs.find(({ name }) => name === 'instance sweep')
    expect(job?.everyMs).toBe(2_000)
  })
})

it('what a server missed while it was down stops when it starts', async () => {
  const database = await createTestDatabase()
  const fakeContainers = createFakeContainers()
  const { db } = database
  const now = Date.now()
  const [playing, over, suspended] = [
    await insertGame(db, { practice_mode: false }),
    await insertGame(db, { practice_mode: false, end_at: new Date(now - 1_000) }),
    await insertGame(db, { practice_mode: false }),
  ]
  const runningIn = async (game: { id: number }, status: 'Accepted' | 'Suspended') => {
    const member = await insertUser(db)
    const team = await insertTeam(db, [member])
    const participation = await insertParticipation(db, game, team, { status, members: [member] })
    const challenge = await insertChallenge(db, game)
    const row = await insertContainer(db, { participation, challenge })
    const runtime_id = await fakeContainers.put(row.id)
    await db.updateTable('container').set({ runtime_id }).where('id', '=', row.id).execute()
    return row
  }
  const left = await runningIn(playing, 'Accepted')
  await runningIn(over, 'Accepted')
  await runningIn(suspended, 'Suspended')
  const world = await createWorld({ database, containers: fakeContainers })
  const rows = () => db.selectFrom('container').select('id').execute()
  await expect.poll(rows, patient).toEqual([{ id: left.id }])
  expect([...fakeContainers.containers.values()].map(({ id }) => id)).toEqual([left.id])
  await world.close()
})
