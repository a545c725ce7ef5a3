import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheatInfo } from '@pennant/contract/submission'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let monitor: Person
beforeAll(async () => {
  world = await createWorld()
  monitor = await world.person('Monitor')
})
afterAll(() => world.close())

const read = ({ path }: OpenGame, by: Person = monitor) => by.get<CheatInfo[]>(`${path}/cheatinfo`)

const cheated = async () => {
  const open = await createOpenGame(world)
  const division = await open.division('Students')
  const owner = await open.team({ name: 'Owners', division })
  const thief = await open.team({ name: 'Thieves' })
  const challenge = await open.challenge({ type: 'DynamicContainer', title: 'Buoy', flags: [] })
  for (const { participation } of [owner, thief])
    await world.db
      .updateTable('game_instance')
      .set({ flag: flagOf({ participation }) })
      .where('participation_id', '=', participation.id)
      .execute()
  await open.submit(thief.player, challenge, 'flag{only wrong}')
  await open.submit(thief.player, challenge, flagOf(owner))
  return { open, division, owner, thief, challenge }
}
const flagOf = ({ participation }: Pick<OpenTeam, 'participation'>): string => `flag{${participation.id}}`

describe('the list of cheats', () => {
  it('tells who submitted whose flag', async () => {
    const { open, division, owner, thief } = await cheated()
    const avatar = 'ab'.repeat(32)
    await world.db.updateTable('team').set({ avatar_hash: avatar }).where('id', '=', owner.team.id).execute()
    await open.changed()
    expect((await read(open)).body).toStrictEqual([
      {
        ownedTeam: {
          id: owner.participation.id,
          team: { id: owner.team.id, name: 'Owners', avatar: `/assets/${avatar}/avatar` },
          status: 'Accepted',
          division: 'Students',
          divisionId: division.id,
        },
        submitTeam: {
          id: thief.participation.id,
          team: { id: thief.team.id, name: 'Thieves', avatar: null },
          status: 'Accepted',
          division: null,
          divisionId: null,
        },
        submission: {
          answer: flagOf(owner),
          status: 'CheatDetected',
          time: expect.any(Number),
          user: thief.player.userName,
          team: 'Thieves',
          challenge: 'Buoy',
        },
      },
    ])
  })

  it('shows what became of the teams, the newest first', async () => {
    const { open, owner, thief, challenge } = await cheated()
    await open.submit(owner.player, challenge, flagOf(thief))
    const admin = await world.person('Admin')
    await admin.put(`/api/admin/participation/${thief.participation.id}`, { status: 'Suspended' })
    const { body } = await read(open)
    expect(body.map(({ submission }) => submission.team)).toEqual(['Owners', 'Thieves'])
    expect(body.map(({ submitTeam }) => submitTeam.status)).toEqual(['Accepted', 'Suspended'])
  })

  it('loses what a deleted team was part of', async () => {
    const { open, owner } = await cheated()
    const admin = await world.person('Admin')
    expect((await admin.delete(`/api/admin/teams/${owner.team.id}`)).status).toBe(200)
    expect((await read(open)).body).toEqual([])
  })

  it('is that of one game, and may be empty', async () => {
    await cheated()
    expect((await read(await createOpenGame(world))).body).toEqual([])
  })

  it('is for monitors, of games that have begun', async () => {
    const { open, thief } = await cheated()
    expect((await read(open, thief.player)).status).toBe(403)
    expect((await world.visitor().get(`${open.path}/cheatinfo`)).status).toBe(401)
    expect(await monitor.get('/api/game/2000000000/cheatinfo')).toMatchObject({
      status: 404,
      body: { code: 'game.notFound' },
    })
    const early = await createOpenGame(world, { start_at: new Date(world.clock.now() + 60_000) })
    expect(await read(early)).toMatchObject({ status: 400, body: { status: 10_001 } })
  })
})
