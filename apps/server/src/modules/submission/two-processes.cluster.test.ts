import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import type { Answer, Client } from '../../../../../tests/kit/client.ts'
import { type Listener, listen } from '../../../../../tests/kit/listen.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { openRedisLine, type RedisLine } from '../../../../../tests/kit/redis-line.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let other: World
let line: RedisLine
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  line = await openRedisLine(world.redisUrl ?? '')
  other = await world.another({ settings: { CONNECTION_STRINGS__REDIS_CACHE: line.url } })
  await untilCurrent(other)
})
afterEach(async () => {
  await other.close()
  await line.close()
})

const untilCurrent = (where: World): Promise<void> =>
  expect.poll(() => where.adapters.bus.isCurrent, patient).toBe(true)

type Challenge = { id: number; title: string }
/** Somebody of a team, at each of the two processes. */
type Seats = { one: OpenTeam; clients: readonly [Client, Client] }

const seatsOf = (one: OpenTeam): Seats => {
  const cookie = `pennant_session=${one.player.cookie()}`
  return { one, clients: [one.player, other.visitor({ cookie })] }
}

const submit = ({ path }: OpenGame, by: Client, { id }: Challenge, flag: string): Promise<Answer> =>
  by.post(`${path}/challenges/${id}`, { flag })

const created = async ({ teams, challenges }: { teams: number; challenges: number }) => {
  const open = await createOpenGame(world)
  const seats: Seats[] = []
  while (seats.length < teams) seats.push(seatsOf(await open.team()))
  const all: Challenge[] = []
  while (all.length < challenges) all.push(await open.challenge({ flags: ['flag{x}'] }))
  return { open, seats, challenges: all }
}

const bloods = ['FirstBlood', 'SecondBlood', 'ThirdBlood']

/** Every right answer that was given counts once, in the order of acceptance. */
const expectInOrder = async (
  open: OpenGame,
  seats: readonly Seats[],
  challenges: readonly Challenge[],
): Promise<void> => {
  const { db } = world
  const right = await db
    .selectFrom('submission')
    .selectAll()
    .where('game_id', '=', open.game.id)
    .where('status', '=', 'Accepted')
    .orderBy('id')
    .execute()
  const firsts = new Map(
    right.toReversed().map((row) => [`${row.participation_id} ${row.challenge_id}`, row] as const),
  )
  const solves = await db
    .selectFrom('first_solve')
    .select('submission_id')
    .where('game_id', '=', open.game.id)
    .orderBy('submission_id')
    .execute()
  expect(solves.map((row) => row.submission_id)).toEqual(
    [...firsts.values()].map(({ id }) => id).toSorted((a, b) => a - b),
  )
  const nameOf = new Map(seats.map(({ one }) => [one.participation.id, one.team]))
  const notices = await db
    .selectFrom('notice')
    .select(['type', 'values'])
    .where('game_id', '=', open.game.id)
    .orderBy('id')
    .execute()
  for (const { id, title } of challenges) {
    const order = [...firsts.values()]
      .filter((row) => row.challenge_id === id)
      .toSorted((a, b) => a.id - b.id)
      .map((row) => nameOf.get(row.participation_id))
    expect(notices.filter(({ values }) => values[1] === title)).toEqual(
      order.slice(0, 3).map((team, place) => ({ type: bloods[place], values: [team?.name, title] })),
    )
    for (const where of [world, other])
      await expect
        .poll(async () => {
          const { body } = await where.visitor().get<Scoreboard>(`${open.path}/scoreboard`)
          const shown = Object.values(body.challenges)
            .flat()
            .find((challenge) => challenge.id === id)
          return shown?.bloods.map((blood) => blood.id)
        }, patient)
        .toEqual(order.slice(0, 3).map((team) => team?.id))
  }
}

describe('two processes at the same moment', () => {
  it('count fifty identical right answers of a team as one solve', async () => {
    const { open, seats, challenges } = await created({ teams: 1, challenges: 1 })
    const [seat] = seats
    const [challenge] = challenges
    if (seat === undefined || challenge === undefined) throw new Error('nobody plays')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        submit(open, seat.clients[turn % 2 === 0 ? 0 : 1], challenge, 'flag{x}'),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(50)
    await expectInOrder(open, seats, challenges)
  })

  it('give the bloods in the order of acceptance', async () => {
    const { open, seats, challenges } = await created({ teams: 8, challenges: 6 })
    for (const challenge of challenges) {
      const answers = await Promise.all(
        seats.flatMap(({ clients }, turn) => [
          submit(open, clients[turn % 2 === 0 ? 0 : 1], challenge, 'flag{x}'),
          submit(open, clients[turn % 2 === 0 ? 1 : 0], challenge, 'flag{no}'),
        ]),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
    await expectInOrder(open, seats, challenges)
  })

  it('do so while one loses Redis in the middle', async () => {
    const { open, seats, challenges } = await created({ teams: 8, challenges: 6 })
    for (const [turn, challenge] of challenges.entries()) {
      const answering = seats.flatMap(({ clients }) =>
        clients.flatMap((client) => [
          submit(open, client, challenge, 'flag{x}'),
          submit(open, client, challenge, 'flag{no}'),
        ]),
      )
      if (turn === 2) {
        await Promise.race(answering)
        line.cut()
      }
      const answers = await Promise.all(answering)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
    await expectInOrder(open, seats, challenges)
  })
})

describe('clients of two processes', () => {
  const everyone = async (where: World, { open, of }: { open: OpenGame; of: OpenTeam }) => {
    const { game } = open
    const [admin, monitor] = [await world.person('Admin'), await world.person('Monitor')]
    return {
      team: await listen(where, `/hub/user?game=${game.id}`, of.player),
      monitor: await listen(where, `/hub/monitor?game=${game.id}`, monitor),
      admin: await listen(where, '/hub/admin', admin),
    }
  }
  const told = ({ team, monitor, admin }: Record<'team' | 'monitor' | 'admin', Listener>) => ({
    team: team.of('ReceivedTeamChange'),
    monitor: monitor.heard.filter(([event]) => /Submissions|GameEvent/.test(event)),
    admin: admin.of('ReceivedLog').filter((entry) => /flag\{/.test(JSON.stringify(entry))),
  })

  it('are told the same, whichever takes an answer', async () => {
    const open = await createOpenGame(world)
    const owner = await open.team({ name: 'Owners' })
    const thief = await open.team({ name: 'Thieves' })
    const challenge = await open.challenge({ type: 'DynamicContainer', title: 'Own', flags: [] })
    for (const { participation } of [owner, thief])
      await world.db
        .updateTable('game_instance')
        .set({ flag: `flag{${participation.team_id}}` })
        .where('participation_id', '=', participation.id)
        .execute()
    const [here, there] = [
      await everyone(world, { open, of: thief }),
      await everyone(other, { open, of: thief }),
    ]
    await submit(open, thief.player, challenge, `flag{${owner.team.id}}`)
    await submit(open, thief.player, challenge, `flag{${thief.team.id}}`)
    // Each of the three hears on its own.
    await expect.poll(() => Object.values(told(here)).map(({ length }) => length), patient).toEqual([2, 5, 2])
    await expect.poll(() => told(there), patient).toEqual(told(here))
    expect(told(there).monitor).toMatchObject([
      [
        'ReceivedGameEvent',
        {
          type: 'FlagSubmit',
          values: ['WrongAnswer', `flag{${owner.team.id}}`, 'Own', String(challenge.id)],
        },
      ],
      ['ReceivedGameEvent', { type: 'CheatDetected', values: ['Own', 'Thieves', 'Owners'] }],
      ['ReceivedSubmissions', { status: 'CheatDetected', team: 'Thieves', challenge: 'Own' }],
      [
        'ReceivedGameEvent',
        { type: 'FlagSubmit', values: ['Accepted', `flag{${thief.team.id}}`, 'Own', String(challenge.id)] },
      ],
      ['ReceivedSubmissions', { status: 'Accepted', team: 'Thieves', challenge: 'Own' }],
    ])
    expect(told(there).team).toMatchObject([
      { what: 'Tried', user: thief.player.userName },
      { what: 'Solved' },
    ])
    for (const listeners of [here, there])
      for (const listener of Object.values(listeners)) await listener.stop()
  })
})

describe('of two processes', () => {
  it.each([
    ['hears nothing', () => line.hold()],
    ['hears everything late', () => line.slow(100)],
  ])('the one that %s keeps the other from nothing, nor the other it', async (_how, begin) => {
    const { open, seats, challenges } = await created({ teams: 6, challenges: 30 })
    begin()
    const answered = [0, 0]
    const work = async (at: 0 | 1, { clients }: Seats, who: number): Promise<void> => {
      for (let turn = 0; answered.some((count) => count < 60); turn++) {
        const challenge = challenges[(Math.floor(turn / 3) + 5 * who) % challenges.length]
        if (challenge === undefined) throw new Error('there are no challenges')
        const { status } = await submit(open, clients[at], challenge, turn % 3 === 2 ? 'flag{x}' : 'flag{no}')
        expect(status).toBe(200)
        answered[at] = (answered[at] ?? 0) + 1
      }
    }
    await Promise.all(seats.flatMap((seat, who) => [work(0, seat, who), work(1, seat, who)]))
    line.release()
    line.slow(0)
    await expectInOrder(open, seats, challenges)
  })
})
