import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeDetail } from '@pennant/contract/challenge'
import type { GameNotice, ScoreboardVersion } from '@pennant/contract/hub'
import type { GameDetail, Scoreboard } from '@pennant/contract/scoreboard'
import { byBreadth } from '../kit/breadth.ts'
import { createCutDatabase } from '../kit/cut-database.ts'
import { listen, type Listener } from '../kit/listen.ts'
import { patient } from '../kit/patient.ts'
import { createWorld, type World } from '../kit/world.ts'
import { carriers, ownCarriers } from './board-audience.ts'
import { ask } from './every-answer.ts'
import {
  changedIn,
  createFrozenGame,
  type FrozenGame,
  hearVersions,
  live,
  record,
  type Staff,
  staffOf,
} from './frozen-game.ts'

let world: World
let staff: Staff
beforeAll(async () => {
  world = await createWorld()
  staff = await staffOf(world)
})
afterAll(() => world.close())

const hour = 3_600_000

const board = async ({ open }: FrozenGame) =>
  (await world.visitor().get<Scoreboard>(`${open.path}/scoreboard`)).body
const details = async ({ open }: FrozenGame, { player }: FrozenGame['cast']['solver']) =>
  (await player.get<GameDetail>(`${open.path}/details`)).body
const notices = async ({ open }: FrozenGame) =>
  (await world.visitor().get<GameNotice[]>(`${open.path}/notices`)).body
const liveBoard = ({ open }: FrozenGame) =>
  staff.monitor.get<Scoreboard>(`${open.path}/scoreboard/live`).then(({ body }) => body)

const valueIn = ({ challenges }: Pick<Scoreboard, 'challenges'>, id: number): number =>
  Object.values(challenges)
    .flat()
    .find((one) => one.id === id)?.score ?? Number.NaN

const outletsOf = (who: string): string[] => ownCarriers.map((route) => `${route} ${who}`)

describe('twenty solves of others after the freeze', () => {
  type Kind = [string, Parameters<typeof createFrozenGame>[2]]
  const kinds: Kind[] = [
    ['a game that hides its board', { hidesBoard: true, divided: true }],
    ['a game in practice mode after its end', { settings: { practice_mode: true }, laterMs: 25 * hour }],
  ]
  // An ordinary game follows below, with more routes.
  const others: Kind[] = [
    ['a game', {}],
    ['an unlisted game', { settings: { hidden: true, unlisted: true } }],
    ['a game with divisions', { divided: true }],
  ]

  it.each(byBreadth(kinds, [...kinds, ...others]))(
    'change no answer to anybody who may not watch: %s',
    async (_what, kind) => {
      const game = await createFrozenGame(world, staff, kind)
      const before = await record(world, game, { publicOnly: true })
      await game.twentySolves()
      const after = await record(world, game, { publicOnly: true })
      const changed = changedIn(before, after)
      expect([...changed].filter((key) => !live.has(key))).toEqual([])
      // Otherwise nothing happened.
      expect(changed).toContain('scoreboard.live monitor')
    },
  )

  it('change no answer of any other route, none that a client keeps, and none of the next process', async () => {
    const game = await createFrozenGame(world, staff)
    const before = await record(world, game)
    const tag = (await world.visitor().get(`${game.open.path}/scoreboard`)).headers.get('etag') ?? ''
    const changesSince = async () => {
      const { version = 0 } = await board(game)
      const path = `${game.open.path}/scoreboard/changes?since=`
      const told = [version, version - 1, version + 1].map((since) => world.visitor().get(`${path}${since}`))
      return (await Promise.all(told)).map(({ text, headers }) => [text, headers.get('etag')])
    }
    const told = await changesSince()
    await game.twentySolves()
    expect(await changesSince()).toEqual(told)
    const changed = changedIn(before, await record(world, game))
    expect([...changed].filter((key) => !live.has(key) && !restless.has(key))).toEqual([])
    const again = await world.visitor().get(`${game.open.path}/scoreboard`, { 'if-none-match': tag })
    expect(again.status).toBe(304)
    const next = await world.another()
    const changedNext = changedIn(before, await record(next, game, { publicOnly: true }))
    await next.close()
    expect([...changedNext].filter((key) => !live.has(key))).toEqual([])
  }, 60_000)

  it('change no answer after the end but to organizers, until results are published', async () => {
    const game = await createFrozenGame(world, staff)
    const publicOnly = byBreadth(true, false)
    const afterEnd = async () => {
      world.clock.advance(25 * hour)
      const told = await record(world, game, { publicOnly })
      world.clock.advance(-25 * hour)
      return told
    }
    const before = await afterEnd()
    await game.twentySolves()
    const changed = changedIn(before, await afterEnd())
    expect([...changed].filter((key) => !live.has(key) && !restless.has(key))).toEqual([])
    expect(changed).toContain(byBreadth('scoreboard.live monitor', 'reveal.read admin'))
    expect([...changed].filter((key) => /^(results|scoreboard\.ctftime)/.test(key))).toEqual([])
  }, 60_000)

  it('change nothing while the database is away, and after that', async () => {
    const database = await createCutDatabase()
    const cut = await createWorld({ database })
    const game = await createFrozenGame(cut, await staffOf(cut))
    const before = await record(cut, game, { publicOnly: true })
    await game.twentySolves()
    await database.cut()
    const told = [...(await record(cut, game, { publicOnly: true }))]
    // What memory doesn't hold is refused.
    const answered = new Map(told.filter(([, text]) => !text.startsWith('5')))
    expect([...answered.keys()].filter((key) => key.startsWith('scoreboard.read'))).toHaveLength(6)
    await database.mend()
    const after = await record(cut, game, { publicOnly: true })
    for (const later of [answered, after])
      expect([...changedIn(before, later)].filter((key) => !live.has(key))).toEqual([])
    await cut.close()
  })

  it('are counted by no number that grows later, nor while a team of theirs is suspended', async () => {
    const told = await Promise.all(
      [true, false].map(async (isSolved) => {
        const game = await createFrozenGame(world, staff)
        const { version: before = 0 } = await board(game)
        if (isSolved) await game.twentySolves()
        const [{ participation } = game.cast.rival] = game.crowd
        const path = `/api/admin/participation/${participation.id}`
        const shownAs = async (status: 'Suspended' | 'Accepted') => {
          await staff.admin.put(path, { status })
          const { version = 0, items, challenges } = await board(game)
          return {
            steps: version - before,
            points: items.map(({ score, solvedCount }) => [score, solvedCount]),
            challenges: Object.values(challenges)
              .flat()
              .map(({ score, solved, bloods }) => [score, solved, bloods.length]),
          }
        }
        return [await shownAs('Suspended'), await shownAs('Accepted')]
      }),
    )
    expect(told[0]).toEqual(told[1])
  })

  it('use up no number of a notice, and are in no package', async () => {
    const game = await createFrozenGame(world, staff)
    const path = `/api/edit/games/${game.open.game.id}`
    const post = async (): Promise<number> =>
      (await staff.admin.post<GameNotice>(`${path}/notices`, { content: 'Hello' })).body.id
    const exported = async (): Promise<string> => {
      const { text } = await ask(world, { method: 'POST', path: `${path}/export` }, game.headersOf.admin)
      return text.replace(/"exportedAt": ?"[^"]*"/, '')
    }
    const number = await post()
    const before = await exported()
    expect(before).toContain('"freezeAt"')
    await game.twentySolves()
    expect(await exported()).toBe(before)
    expect(await post()).toBe(number + 1)
  })
})

const restlessRoutes = [
  ...['user.list', 'token.list', 'status.read', 'audit.list', 'audit.ofGame'],
  ...['writeup.downloadAll', 'capture.downloadAll'],
]

/** What organizers see of visits, tokens in use, the machine, exports that were made, and the time of a download. */
const restless: ReadonlySet<string> = new Set([
  ...restlessRoutes.flatMap((id) => ['admin', 'full token'].map((caller) => `${id} ${caller}`)),
  ...['monitor', 'monitor token'].map((caller) => `capture.downloadAll ${caller}`),
])

describe('who listens', () => {
  let game: FrozenGame
  let listeners: Record<
    'anonymous' | 'rival' | 'solver' | 'mate' | 'monitor' | 'admin' | 'watching',
    Listener
  >
  beforeAll(async () => {
    game = await createFrozenGame(world, staff)
    const hub = `/hub/user?game=${game.open.game.id}`
    const { solver, rival } = game.cast
    listeners = {
      anonymous: await listen(world, hub),
      rival: await listen(world, hub, rival.player),
      solver: await listen(world, hub, solver.player),
      mate: await listen(world, hub, solver.players[1]),
      monitor: await listen(world, hub, staff.monitor),
      admin: await listen(world, hub, staff.admin),
      watching: await listen(world, `/hub/monitor?game=${game.open.game.id}`, staff.monitor),
    }
  })
  afterAll(() => Promise.all(Object.values(listeners).map(({ stop }) => stop())))

  const users = ['anonymous', 'rival', 'solver', 'mate', 'monitor', 'admin'] as const
  type User = (typeof users)[number]

  /** Everything that was sent before a notice has arrived with it. */
  const heardByAll = async (): Promise<Record<User, unknown[]>> => {
    const content = `Sentinel ${Math.random()}`
    await staff.admin.post(`/api/edit/games/${game.open.game.id}/notices`, { content })
    const isSentinel = ([, payload]: [string, unknown]): boolean => JSON.stringify(payload).includes(content)
    const heard = users.map(async (user): Promise<[User, unknown[]]> => {
      const listener = listeners[user]
      await expect.poll(() => listener.heard.some(isSentinel), patient).toBe(true)
      return [user, listener.heard.splice(0).filter((one) => !isSentinel(one))]
    })
    return Object.fromEntries(await Promise.all(heard)) as Record<User, unknown[]>
  }
  const silence = Object.fromEntries(users.map((user) => [user, []]))

  it('hears nothing of them, whoever it is, but at the hub of monitors', async () => {
    await hearVersions(
      world,
      game,
      users.map((user) => listeners[user]),
    )
    await game.twentySolves()
    await expect.poll(() => listeners.watching.of('ReceivedSubmissions'), patient).toHaveLength(20)
    const { version = 0 } = await liveBoard(game)
    await expect
      .poll(() => listeners.watching.of('ReceivedLiveVersion').at(-1), patient)
      .toEqual({ gameId: game.open.game.id, version })
    expect(await heardByAll()).toEqual(silence)
  })

  it('hears of an own one in its team only', async () => {
    const { never } = game.challenges
    await game.solve(game.cast.solver, never)
    const { rank: line } = await details(game, game.cast.solver)
    const { time, userName: user, score: points } = line.solvedChallenges.at(-1) ?? {}
    const { id: userId } = game.cast.solver.player
    const own = [
      'ReceivedTeamChange',
      {
        ...{ gameId: game.open.game.id, challengeId: never.id, what: 'Solved', time, userId, user, points },
        // No blood, no rank, and nobody whom it passed.
        ...{ score: line.score, solved: line.solvedCount },
      },
    ]
    expect(await heardByAll()).toEqual({ ...silence, solver: [own], mate: [own] })
  })
})

describe('an own solve after the freeze', () => {
  it.each([
    ['in a game', {}],
    ['where the board is hidden', { hidesBoard: true, divided: true }],
  ])('changes the answers to the own team, by exactly what it may know: %s', async (_what, kind) => {
    const game = await createFrozenGame(world, staff, kind)
    const { solver } = game.cast
    const { never, last, once } = game.challenges
    await game.twentySolves()
    const before = await details(game, solver)
    const recorded = await record(world, game, { publicOnly: true })
    // Nobody else has solved the last one: no blood may say so.
    for (const challenge of [never, last]) await game.solve(solver, challenge)
    const changed = changedIn(recorded, await record(world, game, { publicOnly: true }))
    const others = [...changed].filter((key) => !live.has(key) && !outletsOf('solver').includes(key))
    expect(others).toEqual([])
    expect([...changed]).toEqual(expect.arrayContaining(outletsOf('solver')))

    const after = await details(game, solver)
    const fresh = after.rank.solvedChallenges.slice(before.rank.solvedCount)
    const type = 'Normal'
    expect(after).toEqual({
      ...before,
      rank: {
        ...before.rank,
        score: before.rank.score + valueIn(before, never.id) + valueIn(before, last.id),
        solvedCount: before.rank.solvedCount + 2,
        lastSubmissionTime: fresh.at(-1)?.time,
        solvedChallenges: [
          ...before.rank.solvedChallenges,
          ...[never, last].map(({ id }, at) => {
            const { userName } = solver.player
            return { id, score: valueIn(before, id), type, userName, time: fresh[at]?.time }
          }),
        ],
      },
    })
    const detail = (id: number) => `${game.open.path}/challenges/${id}`
    const { body } = await solver.player.get<ChallengeDetail>(detail(once.id))
    expect(body.score).toBe(valueIn(before, once.id))
  })

  it('is seen at once by team mates and by monitors', async () => {
    const game = await createFrozenGame(world, staff)
    const { solver } = game.cast
    await game.solve(solver, game.challenges.last)
    for (const player of solver.players)
      expect((await details(game, { ...solver, player })).rank.solvedCount).toBe(3)
    const line = (await liveBoard(game)).items.find(({ id }) => id === solver.team.id)
    expect(line?.solvedChallenges.at(-1)?.type).toBe('FirstBlood')
    expect((await board(game)).items.find(({ id }) => id === solver.team.id)?.solvedCount).toBe(2)
  })
})

describe('a frozen board', () => {
  it('says since when, and loses a team that is suspended', async () => {
    const game = await createFrozenGame(world, staff)
    await game.twentySolves()
    const { frozenAt, hidden, items } = await board(game)
    expect(frozenAt).toBeLessThanOrEqual(world.clock.now())
    expect(hidden).toBeUndefined()
    await staff.admin.put(`/api/admin/participation/${game.cast.rival.participation.id}`, {
      status: 'Suspended',
    })
    const left = items.filter(({ id }) => id !== game.cast.rival.team.id).map(({ id }) => id)
    expect(new Set((await board(game)).items.map(({ id }) => id))).toEqual(new Set(left))
  })

  it('shows no team where it is hidden, but what challenges are worth', async () => {
    const game = await createFrozenGame(world, staff, { hidesBoard: true })
    const { hidden, items, timelines, challenges } = await board(game)
    expect({ hidden, items, timelines }).toEqual({
      hidden: true,
      items: [],
      timelines: [{ divisionId: 0, teams: [] }],
    })
    const { twice } = game.challenges
    expect(Object.values(challenges).flat()).toContainEqual(
      expect.objectContaining({ id: twice.id, solved: 2, bloods: [expect.anything(), expect.anything()] }),
    )
    expect(await details(game, game.cast.solver)).toMatchObject({
      hidden: true,
      rank: { rank: 0, solvedCount: 2 },
    })
  })

  it('thaws when the freeze is cleared: one version, and the notices without a message', async () => {
    const game = await createFrozenGame(world, staff)
    const listener = await listen(world, `/hub/user?game=${game.open.game.id}`)
    await game.twentySolves()
    const { version: frozen = 0 } = await board(game)
    const shown = (await notices(game)).length
    await game.edit({ freezeAt: null })
    const { version = 0, frozenAt, items } = await board(game)
    expect(frozenAt).toBeUndefined()
    expect(version).toBeGreaterThan(frozen)
    expect(items).toEqual((await liveBoard(game)).items)
    expect(items[0]?.solvedCount).toBe(4)
    // The third of one, the second and the third of another, and all three of two more.
    const all = await notices(game)
    expect(all).toHaveLength(shown + 9)
    expect(all.every(({ id }) => id > 0)).toBe(true)
    const later = () =>
      listener.of<ScoreboardVersion>('ReceivedScoreboardVersion').filter((one) => one.version > frozen)
    await expect.poll(later, patient).toEqual([{ gameId: game.open.game.id, version, spreadMs: 0 }])
    expect(listener.of('ReceivedGameNotice')).toEqual([])
    await listener.stop()
  })
})

describe('the declarations', () => {
  it('name a monitor for everything that tells of what is hidden', () => {
    const open = Object.entries(carriers).filter(([, { hidden }]) =>
      hidden.some((caller) => ['anonymous', 'stranger', 'solver', 'rival'].includes(caller)),
    )
    expect(open).toEqual([])
  })
})
