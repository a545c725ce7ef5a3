import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnGame } from '@pennant/contract/game'
import type { ScoreboardVersion, TeamChange } from '@pennant/contract/hub'
import type { Scoreboard, SolveInfo, SolveNews } from '@pennant/contract/scoreboard'
import { listen, type Listener } from '../../../../../tests/kit/listen.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let other: World
beforeAll(async () => {
  world = await createWorld()
  other = await world.another()
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const solvesIn = (listener: Listener): SolveNews[] =>
  listener.of<ScoreboardVersion>('ReceivedScoreboardVersion').flatMap(({ solves = [] }) => solves)
const newsIn = (listener: Listener): TeamChange[] => listener.of<TeamChange>('ReceivedTeamChange')
const listenIn = (where: World, { game }: OpenGame, by?: Person) =>
  listen(where, `/hub/user?game=${game.id}`, by)

const challengeWorth = (open: OpenGame, title: string, original_score: number) =>
  open.challenge({ title, category: 'Web', flags: ['flag{x}'], original_score, min_score_rate: 1 })

describe('a solve', () => {
  let open: OpenGame
  let easy: { id: number }
  let hard: { id: number }
  let leader: OpenTeam
  let second: OpenTeam
  let late: OpenTeam
  let listeners: Record<'here' | 'there' | 'mate' | 'rival', Listener>
  beforeAll(async () => {
    open = await createOpenGame(world, { blood_bonus: 0 })
    easy = await challengeWorth(open, 'Easy', 100)
    hard = await challengeWorth(open, 'Hard', 500)
    leader = await open.team({ name: 'Leader' })
    second = await open.team({ name: 'Second' })
    late = await open.team({ name: 'Late', size: 2 })
    listeners = {
      here: await listenIn(world, open),
      there: await listenIn(other, open),
      mate: await listenIn(other, open, late.players[1]),
      rival: await listenIn(other, open, leader.player),
    }
    for (const { player } of [leader, second]) await open.submit(player, easy, 'flag{x}')
    await open.submit(late.player, hard, 'flag{x}')
  })
  afterAll(() => Promise.all(Object.values(listeners).map(({ stop }) => stop())))

  it.each(['here', 'there'] as const)('comes with the board that shows it, once: %s', async (where) => {
    await expect.poll(() => solvesIn(listeners[where]), patient).toHaveLength(3)
    const { body } = await world.visitor().get<Scoreboard>(`${open.path}/scoreboard`)
    const { time } = body.items.find(({ id }) => id === late.team.id)?.solvedChallenges[0] ?? {}
    const last = solvesIn(listeners[where]).at(-1)
    expect(last).toMatchObject({ rank: 1 })
    expect(last).toEqual({
      ...{ teamId: late.team.id, team: 'Late', challengeId: hard.id, challenge: 'Hard', category: 'Web' },
      ...{ place: 1, points: 500, time, rank: 1, rankBefore: 3 },
    })
    expect(solvesIn(listeners[where]).map(({ team, place }) => [team, place])).toEqual([
      ['Leader', 1],
      ['Second', 2],
      ['Late', 1],
    ])
  })

  it('tells its own team more, at every process, and no other', async () => {
    await expect.poll(() => newsIn(listeners.mate), patient).toHaveLength(1)
    const [{ time, ...news } = { time: 0 }] = newsIn(listeners.mate)
    expect(time).toBe(solvesIn(listeners.there).at(-1)?.time)
    expect(news).toEqual({
      ...{ gameId: open.game.id, challengeId: hard.id, what: 'Solved' },
      ...{ userId: late.player.id, user: late.player.userName, points: 500, place: 1 },
      ...{ rank: 1, rankBefore: 3, score: 500, solved: 1 },
      passed: { names: ['Leader', 'Second'], count: 2 },
    })
    expect(newsIn(listeners.here)).toEqual([])
    // Over another connection.
    await expect
      .poll(() => newsIn(listeners.rival), patient)
      .toMatchObject([{ challengeId: easy.id, what: 'Solved' }])
  })

  it('tells it after the board has it', async () => {
    const names = listeners.mate.heard.map(([name]) => name)
    expect(names.indexOf('ReceivedTeamChange')).toBeGreaterThan(-1)
    const { body } = await other.visitor().get<Scoreboard>(`${open.path}/scoreboard`)
    expect(body.items.find(({ id }) => id === late.team.id)?.solvedCount).toBe(1)
  })

  it('is listed, the latest first, or of one challenge in the order of solving', async () => {
    const read = async (query: string, where = world) =>
      (await where.visitor().get<SolveInfo[]>(`${open.path}/solves${query}`)).body
    const all = await read('')
    expect(all.map(({ team, challenge }) => [team, challenge])).toEqual([
      ['Late', 'Hard'],
      ['Second', 'Easy'],
      ['Leader', 'Easy'],
    ])
    expect(await read('', other)).toEqual(all)
    const [first] = all
    expect(first).toEqual({
      ...{ teamId: late.team.id, team: 'Late', challengeId: hard.id, challenge: 'Hard', category: 'Web' },
      ...{ place: 1, points: 500, time: first?.time, divisionId: null, rank: 1 },
    })
    expect(await read('?count=1&skip=1')).toEqual([all[1]])
    expect(await read(`?challenge=${easy.id}`)).toEqual([all[2], all[1]])
    expect(await read(`?challenge=${easy.id}&count=1&skip=1`)).toEqual([all[1]])
    expect(await read('?count=0')).toEqual([])
  })

  it('changes the tag of the list, which is answered 304 until then', async () => {
    const path = `${open.path}/solves`
    const tag = async () => (await world.visitor().get(path)).headers.get('etag') ?? ''
    const before = await tag()
    expect((await world.visitor().get(path, { 'if-none-match': before })).status).toBe(304)
    await open.submit(leader.player, hard, 'flag{x}')
    expect(await tag()).not.toBe(before)
  })
})

describe('the list of solves', () => {
  it('knows no challenge that the board does not show, and no more at once than allowed', async () => {
    const open = await createOpenGame(world)
    const hidden = await open.challenge({ is_enabled: false })
    const foreign = await (await createOpenGame(world)).challenge()
    const read = (query: string) => world.visitor().get<{ code: string }>(`${open.path}/solves?${query}`)
    for (const { id } of [hidden, foreign, { id: 999_999 }])
      expect(await read(`challenge=${id}`)).toMatchObject({
        status: 404,
        body: { code: 'challenge.notFound' },
      })
    for (const query of ['count=101', 'count=-1', 'skip=20001', 'challenge=x'])
      expect((await read(query)).status).toBe(400)
  })

  it('is not there before the start, nor for strangers to a hidden game', async () => {
    const early = await createOpenGame(world, { start_at: new Date(world.clock.now() + 60_000) })
    expect(await world.visitor().get(`${early.path}/solves`)).toMatchObject({
      status: 400,
      body: { code: 'game.notStarted' },
    })
    const hidden = await createOpenGame(world, { hidden: true })
    const { player } = await hidden.team()
    expect((await world.visitor().get(`${hidden.path}/solves`)).status).toBe(404)
    expect((await player.get(`${hidden.path}/solves`)).status).toBe(200)
  })
})

describe('what members of a team do', () => {
  it('is told to the others: wrong answers without what was sent, and who joined', async () => {
    const open = await createOpenGame(world, { accept_without_review: true })
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const { team, players, participation } = await open.team({ size: 3, joined: 2 })
    const [player, mate, third] = players
    const rival = await open.team()
    if (player === undefined || mate === undefined || third === undefined) throw new Error('nobody')
    const own = await listenIn(other, open, mate)
    const theirs = await listenIn(other, open, rival.player)
    await open.submit(player, challenge, 'flag{no}')
    const { id: userId, userName: user } = player
    const tried = { gameId: open.game.id, challengeId: challenge.id, what: 'Tried', userId, user }
    await expect.poll(() => newsIn(own), patient).toMatchObject([tried])
    expect(JSON.stringify(own.heard)).not.toContain('flag{no}')
    const joined = await third.post(open.path, { teamId: team.id })
    expect(joined.status, joined.text).toBe(200)
    await expect
      .poll(() => newsIn(own), patient)
      .toMatchObject([
        tried,
        { gameId: open.game.id, what: 'Joined', userId: third.id, user: third.userName },
      ])
    expect(newsIn(theirs)).toEqual([])
    expect(participation.status).toBe('Accepted')
    await own.stop()
    await theirs.stop()
  })
})

describe('the own games', () => {
  const mine = async (who: Person, where = world): Promise<OwnGame[]> =>
    (await where.visitor({ cookie: `pennant_session=${who.cookie()}` }).get<OwnGame[]>('/api/game/mine')).body

  it('say where the team stands, and whether its member has joined', async () => {
    const open = await createOpenGame(world, { blood_bonus: 0 })
    const one = await challengeWorth(open, 'One', 300)
    await challengeWorth(open, 'Two', 500)
    const { player: first } = await open.team()
    const { team, players } = await open.team({ name: 'Quay', size: 2, joined: 1 })
    const [player, mate] = players
    if (player === undefined || mate === undefined) throw new Error('nobody')
    const { id, title, start_at, end_at } = open.game
    const game = { id, title, start: start_at.getTime(), end: end_at.getTime(), poster: null }
    const own = {
      ...{ ...game, status: 'Accepted', teamId: team.id, team: 'Quay', joined: true },
      ...{ rank: 2, score: 0, toNext: 300, solved: 0, challengeCount: 2 },
    }
    await open.submit(first, one, 'flag{x}')
    expect(await mine(player)).toEqual([own])
    expect(await mine(mate)).toEqual([{ ...own, joined: false }])
    expect(await mine(first)).toMatchObject([{ rank: 1, score: 300, toNext: null, solved: 1 }])
    await open.submit(player, one, 'flag{x}')
    expect(await mine(player)).toMatchObject([{ rank: 2, score: 300, toNext: 0, solved: 1 }])
    await expect.poll(() => mine(player, other), patient).toEqual(await mine(player))
  })

  it('tell nothing of a game before it starts, nor of a hidden one that only mates have joined', async () => {
    const early = await createOpenGame(world, { start_at: new Date(world.clock.now() + 60_000) })
    await early.challenge()
    const { player } = await early.team({ status: 'Pending' })
    expect(await mine(player)).toMatchObject([
      { status: 'Pending', joined: true, rank: 0, toNext: null, challengeCount: 0 },
    ])
    const hidden = await createOpenGame(world, { hidden: true })
    const { players } = await hidden.team({ size: 2, joined: 1 })
    const [inside, outside] = players
    if (inside === undefined || outside === undefined) throw new Error('nobody')
    expect(await mine(inside)).toHaveLength(1)
    expect(await mine(outside)).toEqual([])
    expect(await mine(await world.person())).toEqual([])
  })
})
