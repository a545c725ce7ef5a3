import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gamePermissions } from '@pennant/contract/enums'
import type { Attempt } from '@pennant/contract/submission'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let open: OpenGame
let ours: OpenTeam
let theirs: OpenTeam
let challenge: { id: number }
beforeAll(async () => {
  world = await createWorld()
  open = await createOpenGame(world)
  ours = await open.team({ name: 'Ours', size: 2 })
  theirs = await open.team({ name: 'Theirs' })
  challenge = await open.challenge({ type: 'DynamicContainer', title: 'Buoy', flags: [] })
  for (const { participation } of [ours, theirs])
    await world.db
      .updateTable('game_instance')
      .set({ flag: `flag{${participation.id}}` })
      .where('participation_id', '=', participation.id)
      .execute()
  await open.submit(theirs.player, challenge, 'flag{not ours}')
  await open.submit(ours.player, challenge, 'flag{first}')
  await open.submit(mate(), challenge, `flag{${theirs.participation.id}}`)
  await open.submit(ours.player, challenge, `flag{${ours.participation.id}}`)
})
afterAll(() => world.close())

const mate = (): Person => {
  const [, second] = ours.players
  if (second === undefined) throw new Error('the team has two players')
  return second
}
const read = (by: Person, at: { id: number } = challenge) =>
  by.get<Attempt[]>(`${open.path}/challenges/${at.id}/attempts`)

describe('the attempts of a team', () => {
  it('are those of all its players, the newest first, and of nobody else', async () => {
    const { body } = await read(mate())
    expect(body).toStrictEqual([
      {
        answer: `flag{${ours.participation.id}}`,
        status: 'Accepted',
        time: expect.any(Number),
        user: ours.player.userName,
      },
      {
        answer: `flag{${theirs.participation.id}}`,
        status: 'WrongAnswer',
        time: expect.any(Number),
        user: mate().userName,
      },
      { answer: 'flag{first}', status: 'WrongAnswer', time: expect.any(Number), user: ours.player.userName },
    ])
  })

  it('are not for those outside the game', async () => {
    expect((await read(await world.person())).status).toBe(400)
    expect((await world.visitor().get(`${open.path}/challenges/${challenge.id}/attempts`)).status).toBe(401)
  })

  it('are not there for what the team cannot see', async () => {
    expect((await read(ours.player, { id: 999_999 })).status).toBe(404)
    const hidden = await open.challenge({ is_enabled: false })
    expect((await read(ours.player, hidden)).status).toBe(404)
    const blind = await open.division('Blind', gamePermissions.JoinGame)
    const outside = await open.team({ name: 'Blind', division: blind })
    expect((await read(outside.player)).status).toBe(404)
  })

  it('can still be read when the game is over', async () => {
    const past = await createOpenGame(world, {
      start_at: new Date(world.clock.now() - 2_000),
      end_at: new Date(world.clock.now() - 1_000),
    })
    const team = await past.team()
    const done = await past.challenge()
    const { status, body } = await team.player.get(`${past.path}/challenges/${done.id}/attempts`)
    expect({ status, body }).toEqual({ status: 200, body: [] })
  })
})
