import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { insertInstance, insertParticipation, insertSolve, insertTeam } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { listen, type Listener } from '../kit/listen.ts'
import { patient } from '../kit/patient.ts'
import { createShiftedClock } from '../kit/clock.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { apart, type Caller, carriers, heardBy, type Hub, writes } from './board-audience.ts'
import { ask as askAs, headersOfCallers, type HeadersOf, pathOf } from './every-answer.ts'

const earlier = 58
const names = ['the tag', 'the team', 'the player', 'the version']
/** What an installation measures of itself can be any number, and its jobs run at any time. */
const measuring = 'status.read'

let world: World
/** Null while the clock runs. */
let stoppedAt: number | null = null
let open: OpenGame
let solver: OpenTeam
let rival: OpenTeam
let challenge: { id: number }
let unsolved: { id: number }
let admin: Person
let monitor: Person
let headersOf: HeadersOf
let submission = 1

beforeAll(async () => {
  const running = createShiftedClock()
  world = await createWorld({ clock: { ...running, now: () => stoppedAt ?? running.now() } })
  admin = await world.person('Admin')
  monitor = await world.person('Monitor')
  open = await createOpenGame(world)
  solver = await open.team({ name: 'Marked Team' })
  rival = await open.team({ name: 'Rival' })
  challenge = await open.challenge({
    ...{ title: 'Marked', flags: ['flag{marked}'], original_score: 7_919, min_score_rate: 0.1 },
    ...{ difficulty: 97, content: 'A text', type: 'StaticAttachment' },
  })
  unsolved = await open.challenge({ title: 'Unsolved', flags: ['flag{first}'], original_score: 4_877 })
  for (let each = 0; each < earlier; each++) {
    const team = await insertTeam(world.db, [admin])
    const participation = await insertParticipation(world.db, open.game, team)
    await insertInstance(world.db, { participation, challenge })
    await insertSolve(world.db, { participation, challenge })
  }
  // Numbers that nothing else has.
  for (const table of ['submission', 'notice', 'game_event'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 40000)`.execute(world.db)
  await world.db.updateTable('game_ledger').set({ revision: 7_340_000 }).execute()
  await open.changed()

  const stranger = await world.person()
  headersOf = await headersOfCallers({ admin, monitor, stranger, solver, rival })
})
afterAll(() => world.close())

/** All that an answer tells: its tag, and each value of its text. */
const ask = async (route: Route, caller: Caller, body?: unknown): Promise<string> => {
  const path = pathOf(route, { open, solver, challenge, submission })
  const { headers, text } = await askAs(world, { method: route.method, path }, headersOf[caller], body)
  // The second of a time can be any number.
  return `${headers.get('etag') ?? ''}\n${text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, '')}`
}

type Answers = Map<string, string>

const askAll = async (below = ''): Promise<Answers> => {
  const answers: Answers = new Map()
  const callers = Object.keys(headersOf) as Caller[]
  for (const route of routes.filter(({ method, path }) => method === 'GET' && path.startsWith(below))) {
    const texts = await Promise.all(callers.map((caller) => ask(route, caller)))
    for (const [at, caller] of callers.entries()) answers.set(`${route.id} ${caller}`, texts[at] ?? '')
  }
  return answers
}

type Marks = { name: string; isIn(text: string): boolean }[]

const number = (name: string, value: number) => ({
  name,
  isIn: (text: string): boolean => new RegExp(String.raw`(?<![\d.])${value}(?!\d)`).test(text),
})

const marksOf = (board: Scoreboard): Marks => {
  const line = board.items.find(({ id }) => id === solver.team.id)
  const solves = line?.solvedChallenges ?? []
  const value = board.challenges['Misc']?.find(({ id }) => id === challenge.id)?.score
  const first = board.items.find(({ rank }) => rank === 1)
  if (line === undefined || solves.length < 2 || value === undefined || first === undefined)
    throw new Error('the board does not show the solves')
  return [
    number('all points', line.score),
    ...solves.flatMap(({ score, time }) => [number('the points', score), number('the time', time)]),
    number('the value', value),
    number('the points of the first, who had more before', first.score),
    number('the count', earlier + 1),
    number('the version', board.version ?? 0),
    { name: 'the tag', isIn: (text) => text.includes(`-${(board.version ?? 0).toString(16).toUpperCase()}`) },
    { name: 'the team', isIn: (text) => text.includes(solver.team.name) },
    { name: 'the player', isIn: (text) => text.includes(solver.player.userName) },
  ]
}

const foundIn = (after: string, before: string, marks: Marks): string[] =>
  marks.filter(({ isIn }) => isIn(after) && !isIn(before)).map(({ name }) => name)

describe('a solve', () => {
  it('is told by no answer, file, or message but those that are declared', async () => {
    const before = await askAll()
    const hubs: Record<Hub, Listener> = {
      user: await listen(world, `/hub/user?game=${open.game.id}`),
      team: await listen(world, `/hub/user?game=${open.game.id}`, solver.player),
      monitor: await listen(world, `/hub/monitor?game=${open.game.id}`, monitor),
      admin: await listen(world, '/hub/admin', admin),
    }
    // Visits are noted at most every five seconds: after this one, none has the time of a solve.
    stoppedAt = world.clock.now() + 10_000
    await solver.player.get('/api/account/profile')
    stoppedAt += 1_000
    await open.submit(solver.player, unsolved, 'flag{first}')
    submission = await open.submit(solver.player, challenge, 'flag{marked}')
    world.clock.advance(20_000)
    stoppedAt = null
    const { body: board } = await world.visitor().get<Scoreboard>(`${open.path}/scoreboard`)
    const marks = marksOf(board)
    const named = marks.filter(({ name }) => names.includes(name))

    const after = await askAll()
    const told = new Map<string, Set<Caller>>()
    const note = (route: string, caller: Caller): void =>
      void told.set(route, (told.get(route) ?? new Set()).add(caller))
    const undeclared: string[] = []
    const states: ('over' | 'published' | 'who')[] = ['who']
    const judge = (route: string, caller: Caller, found: readonly string[]): void => {
      if (found.length === 0) return
      note(route, caller)
      if (!states.some((state) => carriers[route]?.[state]?.includes(caller) === true))
        undeclared.push(`${route} tells ${caller} ${found.join(', ')}`)
    }
    const judgeAll = (answers: Answers): void => {
      for (const [key, text] of answers) {
        const [route = '', ...caller] = key.split(' ')
        const judged = route === measuring ? named : marks
        judge(route, caller.join(' ') as Caller, foundIn(text, before.get(key) ?? '', judged))
      }
    }
    judgeAll(after)
    // Of those that write there is no answer from before, so only what a solve alone can make counts.
    const own = marks.filter(({ name }) => !['the team', 'the player', 'the time'].includes(name))
    for (const route of routes)
      if (route.id in writes)
        for (const caller of Object.keys(headersOf) as Caller[])
          judge(route.id, caller, foundIn(await ask(route, caller, writes[route.id]), '', own))

    expect(undeclared).toEqual([])
    const sorted = (who: Iterable<Caller>): Caller[] => [...who].toSorted()
    expect(Object.keys(carriers).map((route) => [route, sorted(told.get(route) ?? [])])).toEqual(
      Object.entries(carriers).map(([route, { who }]) => [route, sorted(who)]),
    )

    // What tells nothing before the end, or before results are published.
    world.clock.advance(25 * 3_600_000)
    for (const state of ['over', 'published'] as const) {
      if (state === 'published')
        expect((await admin.post(`/api/edit/games/${open.game.id}/results`, {})).status).toBe(200)
      told.clear()
      states.push(state)
      judgeAll(await askAll('/api/game'))
      expect(undeclared).toEqual([])
      for (const [route, carried] of Object.entries(carriers))
        if (carried[state] !== undefined)
          expect([route, sorted(told.get(route) ?? [])]).toEqual([route, sorted(carried[state])])
    }

    const heard = (): string[] =>
      Object.entries(hubs)
        .flatMap(([hub, listener]) => listener.heard.map(([event, payload]) => ({ hub, event, payload })))
        .filter(({ payload }) => foundIn(JSON.stringify(payload), '', marks).length > 0)
        .map(({ hub, event }) => `${event} at the hub ${hub}`)
    const declared = Object.entries(heardBy).flatMap(([event, all]) =>
      all.map((hub) => `${event} at the hub ${hub}`),
    )
    await expect.poll(() => new Set(heard()), patient).toEqual(new Set(declared))
    for (const { stop } of Object.values(hubs)) await stop()
  })
})

describe('a route that changes something', () => {
  it('is called with a solve in sight, or stands apart, if it answers more than that it was done', () => {
    const answering = routes
      .filter(({ method, answer }) => method !== 'GET' && answer !== 'nothing' && answer !== 'noContent')
      .map(({ id }) => id)
    expect(answering.toSorted()).toEqual([...Object.keys(writes), ...apart].toSorted())
  })
})
