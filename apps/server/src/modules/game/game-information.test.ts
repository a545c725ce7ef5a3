import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DetailedGameInfo, GameInfo } from '@pennant/contract/game'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const read = (id: number | string, who: Pick<Person, 'get'> = world.visitor()) =>
  who.get<DetailedGameInfo>(`/api/game/${id}`)

describe('what is told of a game', () => {
  it('is exactly the fields of the wire, and the deadline where writeups are wanted', async () => {
    const sent = { title: 'Cup', summary: 'short', content: '# Long', start: 1_000, end: 2_000 }
    const { body: game } = await admin.post<GameInfo>('/api/edit/games', {
      ...sent,
      teamMemberCountLimit: 4,
      writeupRequired: true,
      practiceMode: false,
      inviteCode: 'secret',
    })
    const { status, body, text } = await read(game.id)
    expect(status).toBe(200)
    expect(body).toStrictEqual({
      id: game.id,
      ...sent,
      hidden: false,
      divisions: [],
      inviteCodeRequired: true,
      writeupRequired: true,
      writeupDeadline: game.writeupDeadline,
      poster: null,
      limit: 4,
      teamCount: 0,
      division: null,
      teamName: null,
      practiceMode: false,
      status: 'Unsubmitted',
    })
    expect(text).not.toContain('secret')
    const { body: plain } = await admin.post<GameInfo>('/api/edit/games', { ...sent, writeupRequired: false })
    expect((await read(plain.id)).body).not.toHaveProperty('writeupDeadline')
  })

  it('names all divisions, also those that nobody can join, and no code', async () => {
    const open = await createOpenGame(world)
    await open.division('Everybody')
    const closed = await open.division('Guests', 0)
    await world.db
      .updateTable('division')
      .set({ invite_code: 'secret' })
      .where('id', '=', closed.id)
      .execute()
    await open.changed()
    const { body, text } = await read(open.game.id)
    expect(body.divisions).toStrictEqual([
      { id: expect.any(Number), name: 'Everybody', inviteCodeRequired: false },
      { id: closed.id, name: 'Guests', inviteCodeRequired: true },
    ])
    expect(text).not.toContain('secret')
  })

  it('says how the caller takes part, and counts teams of every status', async () => {
    const open = await createOpenGame(world)
    const division = await open.division()
    const { team, player } = await open.team({ division, status: 'Suspended' })
    await open.team({ status: 'Pending' })
    await open.team({ status: 'Rejected' })
    expect((await read(open.game.id, player)).body).toMatchObject({
      status: 'Suspended',
      teamName: team.name,
      division: division.id,
      teamCount: 3,
    })
    const stranger = { status: 'Unsubmitted', teamName: null, division: null, teamCount: 3 }
    for (const who of [world.visitor(), await world.person('User'), admin])
      expect((await read(open.game.id, who)).body).toMatchObject(stranger)
  })

  it('takes nobody for a player who has not joined in person', async () => {
    const open = await createOpenGame(world)
    const { players } = await open.team({ size: 2, joined: 1 })
    const statuses = []
    for (const player of players) statuses.push((await read(open.game.id, player)).body.status)
    expect(statuses).toEqual(['Accepted', 'Unsubmitted'])
  })

  it('is live', async () => {
    const open = await createOpenGame(world)
    const { participation, player } = await open.team({ status: 'Pending' })
    expect((await read(open.game.id, player)).body).toMatchObject({ status: 'Pending', teamCount: 1 })
    const path = `/api/admin/participation/${participation.id}`
    expect((await admin.put(path, { status: 'Accepted' })).status).toBe(200)
    expect((await read(open.game.id, player)).body.status).toBe('Accepted')
    await open.team()
    expect((await read(open.game.id)).body.teamCount).toBe(2)
  })

  it('is kept by nobody', async () => {
    const open = await createOpenGame(world, { content: 'long '.repeat(1000) })
    const { player } = await open.team()
    for (const who of [world.visitor(), player])
      expect((await read(open.game.id, who)).headers.get('cache-control')).toBe('no-store')
  })

  it.each(['0', '-1', '2000000000', '2147483648', 'x', '1.5', '%00', "1'--"])(
    'is nothing for %s',
    async (id) => {
      const answer = await read(id)
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ status: 404, title: expect.any(String) })
    },
  )
})

describe('a hidden game', () => {
  it('is there for monitors and those who have joined it, and for nobody else', async () => {
    const open = await createOpenGame(world, { hidden: true })
    const { players } = await open.team({ size: 2, joined: 1 })
    const [player, mate] = players
    if (player === undefined || mate === undefined) throw new Error('two players were asked for')
    const banned = await world.person('Banned')
    await world.db
      .insertInto('participation_member')
      .columns(['game_id', 'user_id', 'participation_id', 'joined_at'])
      .expression((is) =>
        is
          .selectFrom('participation_member as m')
          .select(['m.game_id', is.val(banned.id).as('user_id'), 'm.participation_id', 'm.joined_at'])
          .where('m.user_id', '=', player.id),
      )
      .execute()
    await open.changed()
    const statusFor = async (who: Pick<Person, 'get'>): Promise<number> =>
      (await read(open.game.id, who)).status
    const monitor = await world.person('Monitor')
    expect(await Promise.all([admin, monitor, player].map(statusFor))).toEqual([200, 200, 200])
    const outside = [world.visitor(), await world.person('User'), mate, banned]
    expect(await Promise.all(outside.map(statusFor))).toEqual([404, 404, 404, 404])
    expect((await read(open.game.id, player)).body).toMatchObject({ hidden: true, status: 'Accepted' })
  })

  it('answers strangers as if there were none', async () => {
    const open = await createOpenGame(world, { hidden: true })
    const hidden = await read(open.game.id)
    const none = await read(2_000_000_000)
    expect(hidden.text).toBe(none.text)
  })

  it('comes and goes with the edit that hides it', async () => {
    const { body: game } = await admin.post<GameInfo>('/api/edit/games', { title: 'Cup' })
    const statuses = []
    for (const hidden of [true, false, true]) {
      await admin.put(`/api/edit/games/${game.id}`, { ...game, hidden })
      statuses.push((await read(game.id)).status)
    }
    expect(statuses).toEqual([404, 200, 404])
  })
})
