import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gamePermissions } from '@pennant/contract/enums'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { sealer } from '../../../../../tests/kit/sealed.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const send = (by: Person, { path }: OpenGame, challenge: { id: number }, flag: unknown) =>
  by.post<number>(`${path}/challenges/${challenge.id}`, { flag })
const statusOf = async (by: Person, { path }: OpenGame, challenge: { id: number }, id: number) =>
  (await by.get<string>(`${path}/challenges/${challenge.id}/status/${id}`)).body
const boardOf = async ({ path }: OpenGame): Promise<Scoreboard> =>
  (await world.visitor().get<Scoreboard>(`${path}/scoreboard`)).body
const inTurn = (players: readonly Person[], count: number): Person[] =>
  Array.from({ length: Math.ceil(count / players.length) }, () => players)
    .flat()
    .slice(0, count)

describe('a submission', () => {
  let open: OpenGame
  let one: OpenTeam
  beforeAll(async () => {
    open = await createOpenGame(world)
    one = await open.team({ size: 2 })
  })

  it('is right when it is one of the flags of a static challenge', async () => {
    const challenge = await open.challenge({ flags: ['flag{one}', 'flag{two}'] })
    const id = await open.submit(one.player, challenge, 'flag{two}')
    expect(await statusOf(one.player, open, challenge, id)).toBe('Accepted')
    const item = (await boardOf(open)).items.find((team) => team.id === one.team.id)
    expect(item?.solvedChallenges.at(-1)).toMatchObject({ id: challenge.id, type: 'FirstBlood', score: 1050 })
  })

  it.each(['flag{ONE}', ' flag{one}', 'flag{one} ', 'flag', "'; drop table submission; --", '\u{1F6A9}'])(
    'is wrong when it differs in anything: %j',
    async (flag) => {
      const challenge = await open.challenge({ flags: ['flag{one}'] })
      const id = await open.submit(one.player, challenge, flag)
      expect(await statusOf(one.player, open, challenge, id)).toBe('WrongAnswer')
      expect(
        (await boardOf(open)).items[0]?.solvedChallenges.some(({ id: solved }) => solved === challenge.id),
      ).toBe(false)
    },
  )

  it.each([
    ['', 400],
    ['   ', 400],
    [null, 400],
    [17, 400],
    ['x'.repeat(128), 400],
    ['x'.repeat(127), 200],
    ['\u0000', 400],
    ['\ud800', 400],
  ])('of %j is answered with %i', async (flag, status) => {
    const challenge = await open.challenge()
    expect((await send(one.player, open, challenge, flag)).status).toBe(status)
  })

  it('tells what became of it to nobody but who made it', async () => {
    const challenge = await open.challenge({ flags: ['flag{mine}'] })
    const id = await open.submit(one.player, challenge, 'flag{mine}')
    const path = `${open.path}/challenges/${challenge.id}/status/${id}`
    const [, mate] = one.players
    expect((await mate?.get(path))?.status).toBe(404)
    expect((await world.visitor().get(path)).status).toBe(401)
    expect((await one.player.get(`${open.path}/challenges/${challenge.id}/status/${id + 1000}`)).status).toBe(
      404,
    )
    expect((await one.player.get(`${open.path}/challenges/${challenge.id + 1}/status/${id}`)).status).toBe(
      404,
    )
    const nowhere = ['nonsense', '-1', '9223372036854775807', '99999999999999999999']
    for (const other of nowhere)
      expect((await one.player.get(`${open.path}/challenges/${challenge.id}/status/${other}`)).status).toBe(
        404,
      )
  })

  it('tells what became of it after the process has forgotten, too', async () => {
    const challenge = await open.challenge({ flags: ['flag{kept}'] })
    const id = await open.submit(one.player, challenge, 'flag{kept}')
    await world.db.updateTable('submission').set({ status: 'NotFound' }).where('id', '=', id).execute()
    const { id: old } = await world.db
      .insertInto('submission')
      .values({
        game_id: open.game.id,
        participation_id: one.participation.id,
        challenge_id: challenge.id,
        user_id: one.player.id,
        answer: 'flag{old}',
        status: 'CheatDetected',
        time: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await statusOf(one.player, open, challenge, old)).toBe('WrongAnswer')
  })

  it('is gone with its challenge', async () => {
    const challenge = await open.challenge({ flags: ['flag{gone}'] })
    const id = await open.submit(one.player, challenge, 'flag{gone}')
    const admin = await world.person('Admin')
    await admin.delete(`/api/edit/games/${open.game.id}/challenges/${challenge.id}`)
    const path = `${open.path}/challenges/${challenge.id}/status/${id}`
    expect((await one.player.get(path)).status).toBe(404)
  })

  it('is taken again, and counts once, after the challenge is solved', async () => {
    const challenge = await open.challenge({ flags: ['flag{again}'] })
    await open.submit(one.player, challenge, 'flag{again}')
    const before = await boardOf(open)
    const id = await open.submit(one.player, challenge, 'flag{again}')
    expect(await statusOf(one.player, open, challenge, id)).toBe('Accepted')
    expect((await boardOf(open)).items).toEqual(before.items)
  })

  it('is refused by a challenge that is not enabled, or not there', async () => {
    const challenge = await open.challenge({ is_enabled: false })
    expect((await send(one.player, open, challenge, 'flag{x}')).status).toBe(404)
    expect((await send(one.player, open, { id: 0 }, 'flag{x}')).status).toBe(404)
    expect((await send(one.player, open, { id: 2_000_000_000 }, 'flag{x}')).status).toBe(404)
    const elsewhere = await createOpenGame(world)
    const theirs = await elsewhere.challenge()
    expect((await send(one.player, open, theirs, 'flag{x}')).status).toBe(404)
  })

  it('is refused when the team has nothing of the challenge', async () => {
    const challenge = await open.challenge()
    await world.db.deleteFrom('game_instance').where('challenge_id', '=', challenge.id).execute()
    expect((await send(one.player, open, challenge, 'flag{x}')).status).toBe(404)
  })

  it('is refused after the deadline, except for practice', async () => {
    const deadline_at = new Date(world.clock.now() - 1)
    const challenge = await open.challenge({ deadline_at, flags: ['flag{late}'] })
    expect((await send(one.player, open, challenge, 'flag{late}')).status).toBe(400)
    const practice = await createOpenGame(world, { practice_mode: true })
    const team = await practice.team()
    const late = await practice.challenge({ deadline_at, flags: ['flag{late}'] })
    const id = await practice.submit(team.player, late, 'flag{late}')
    expect(await statusOf(team.player, practice, late, id)).toBe('Accepted')
    const [item] = (await boardOf(practice)).items
    expect(item?.solvedChallenges).toMatchObject([{ id: late.id, score: 0, type: 'Normal' }])
  })

  it('is encrypted where the platform asks for it', async () => {
    const admin = await world.person('Admin')
    const challenge = await open.challenge({ flags: ['flag{sealed}'] })
    await admin.put('/api/admin/config', { globalConfig: { apiEncryption: true } })
    try {
      const seal = await sealer(one.player)
      const id = await open.submit(one.player, challenge, seal('flag{sealed}'))
      expect(await statusOf(one.player, open, challenge, id)).toBe('Accepted')
      expect((await send(one.player, open, challenge, 'flag{sealed}')).status).toBe(400)
      expect((await send(one.player, open, challenge, seal(''))).status).toBe(400)
      expect((await send(one.player, open, challenge, seal('x'.repeat(128)))).status).toBe(400)
    } finally {
      await admin.put('/api/admin/config', { globalConfig: { apiEncryption: false } })
    }
  })
})

describe('who may submit', () => {
  it('is refused in the order of the wire', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge()
    const stranger = await world.person()
    const pending = await open.team({ status: 'Pending' })
    const idle = await open.team({ size: 2, joined: 1 })
    expect(
      (await world.visitor().post(`${open.path}/challenges/${challenge.id}`, { flag: 'x' })).status,
    ).toBe(401)
    expect((await send(stranger, { ...open, path: '/api/game/999999' }, challenge, 'x')).status).toBe(404)
    expect((await send(stranger, open, challenge, 'x')).status).toBe(400)
    expect((await send(pending.player, open, challenge, 'x')).status).toBe(400)
    const [, mate] = idle.players
    expect((mate && (await send(mate, open, challenge, 'x')).status) ?? 0).toBe(400)
  })

  it.each([
    ['before the start', 3_600_000, 7_200_000, false, 10_001],
    ['after the end', -7_200_000, -3_600_000, false, 10_002],
  ])('is nobody %s', async (_when, start, end, practice, status) => {
    const open = await createOpenGame(world, {
      start_at: new Date(world.clock.now() + start),
      end_at: new Date(world.clock.now() + end),
      practice_mode: practice,
    })
    const { player } = await open.team()
    const challenge = await open.challenge()
    const answer = await send(player, open, challenge, 'x')
    expect(answer).toMatchObject({ status: 400, body: { status } })
  })

  it('is decided by the division', async () => {
    const open = await createOpenGame(world)
    const { All, ViewChallenge, SubmitFlags } = gamePermissions
    const blind = await open.team({ division: await open.division('Blind', All - ViewChallenge) })
    const mute = await open.team({ division: await open.division('Mute', All - SubmitFlags) })
    const free = await open.division('Free')
    const excepted = await open.team({ division: free })
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const other = await open.challenge({ flags: ['flag{x}'] })
    await world.db
      .insertInto('division_challenge')
      .values({ game_id: open.game.id, division_id: free.id, challenge_id: challenge.id, permissions: 256 })
      .execute()
    await open.changed()
    for (const { player } of [blind, mute, excepted])
      expect((await send(player, open, challenge, 'flag{x}')).status).toBe(400)
    expect((await send(excepted.player, open, other, 'flag{x}')).status).toBe(200)
  })
})

describe('an attempt limit', () => {
  it('cannot be outrun', async () => {
    const open = await createOpenGame(world)
    const { players, participation } = await open.team({ size: 3 })
    const challenge = await open.challenge({ submission_limit: 5, flags: ['flag{x}'] })
    const answers = await Promise.all(
      inTurn(players, 30).map((player, each) => send(player, open, challenge, `guess ${each}`)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(25)
    const rows = await world.db
      .selectFrom('submission')
      .select('id')
      .where('participation_id', '=', participation.id)
      .execute()
    expect(rows).toHaveLength(5)
    const [player] = players
    expect((player && (await send(player, open, challenge, 'flag{x}')).status) ?? 0).toBe(400)
  })
})

describe('at the same moment', () => {
  it('fifty identical right answers of a team are one solve, one blood and one notice', async () => {
    const open = await createOpenGame(world)
    const { players, participation, team } = await open.team({ size: 3 })
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const answers = await Promise.all(
      inTurn(players, 50).map((player) => send(player, open, challenge, 'flag{x}')),
    )
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(50)
    const solves = await world.db
      .selectFrom('first_solve')
      .selectAll()
      .where('participation_id', '=', participation.id)
      .execute()
    expect(solves).toHaveLength(1)
    const notices = await world.db
      .selectFrom('notice')
      .select(['type', 'values'])
      .where('game_id', '=', open.game.id)
      .execute()
    expect(notices).toEqual([{ type: 'FirstBlood', values: [team.name, challenge.title] }])
    const board = await boardOf(open)
    expect(board.items[0]).toMatchObject({ solvedCount: 1, score: 1050 })
    expect(board.challenges['Misc']?.[0]?.bloods).toHaveLength(1)
  })

  it('right answers of many teams take the bloods in the order of acceptance, also when all is read again', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const teams = await Promise.all(Array.from({ length: 8 }, () => open.team()))
    const ids = await Promise.all(teams.map(({ player }) => open.submit(player, challenge, 'flag{x}')))
    const order = teams
      .map((one, place) => ({ team: one.team.id, id: ids[place] ?? 0 }))
      .toSorted((a, b) => a.id - b.id)
      .map((one) => one.team)
    const board = await boardOf(open)
    expect(board.challenges['Misc']?.[0]?.bloods.map((blood) => blood.id)).toEqual(order.slice(0, 3))
    const notices = await world.db
      .selectFrom('notice')
      .select('type')
      .where('game_id', '=', open.game.id)
      .orderBy('id')
      .execute()
    expect(notices.map(({ type }) => type)).toEqual(['FirstBlood', 'SecondBlood', 'ThirdBlood'])
    const fresh = await world.another()
    try {
      const text = async (origin: World) => (await origin.visitor().get(`${open.path}/scoreboard`)).text
      expect(await text(fresh)).toBe(await text(world))
    } finally {
      await fresh.close()
    }
  })
})

describe('somebody who is deleted at that moment', () => {
  it('takes nobody else’s answer along', async () => {
    const open = await createOpenGame(world)
    const teams = [await open.team(), await open.team(), await open.team()]
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const [gone, ...others] = teams
    if (gone === undefined) throw new Error('nobody is there')
    // Not through the server, where every process would forget the session.
    await world.db
      .updateTable('team')
      .set({ captain_id: others[0]?.player.id ?? '' })
      .where('id', '=', gone.team.id)
      .execute()
    await world.db.deleteFrom('user').where('id', '=', gone.player.id).execute()
    const answers = await Promise.all(
      teams.flatMap(({ player }) =>
        ['flag{no}', 'flag{x}'].map((flag) => send(player, open, challenge, flag)),
      ),
    )
    expect(answers.slice(2).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.slice(0, 2).every(({ status }) => status >= 400)).toBe(true)
    expect((await boardOf(open)).items.filter(({ solvedCount }) => solvedCount === 1)).toHaveLength(2)
  })
})

describe('the flag of another team', () => {
  it('is told to monitors, and to players only as wrong', async () => {
    const open = await createOpenGame(world)
    const owner = await open.team({ name: 'Owners' })
    const thief = await open.team({ name: 'Thieves' })
    const challenge = await open.challenge({ type: 'DynamicContainer', title: 'Own', flags: [] })
    for (const { participation } of [owner, thief])
      await world.db
        .updateTable('game_instance')
        .set({ flag: `flag{${participation.id}}` })
        .where('participation_id', '=', participation.id)
        .execute()
    const id = await open.submit(thief.player, challenge, `flag{${owner.participation.id}}`)
    expect(await statusOf(thief.player, open, challenge, id)).toBe('WrongAnswer')
    const stored = await world.db
      .selectFrom('submission')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored.status).toBe('CheatDetected')
    const cheat = await world.db
      .selectFrom('cheat_info')
      .selectAll()
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(cheat.owner_id).toBe(owner.participation.id)
    const right = await open.submit(thief.player, challenge, `flag{${thief.participation.id}}`)
    expect(await statusOf(thief.player, open, challenge, right)).toBe('Accepted')
  })

  it('is no flag while the own team has none', async () => {
    const open = await createOpenGame(world)
    const { player } = await open.team()
    const challenge = await open.challenge({ type: 'DynamicAttachment', flags: ['flag{pool}'] })
    const id = await open.submit(player, challenge, 'flag{pool}')
    expect(await statusOf(player, open, challenge, id)).toBe('WrongAnswer')
  })
})
