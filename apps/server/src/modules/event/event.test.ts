import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameEvent } from '@pennant/contract/hub'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let monitor: Person
let open: OpenGame
let owner: OpenTeam
let thief: OpenTeam
let challenge: { id: number }
beforeAll(async () => {
  world = await createWorld()
  monitor = await world.person('Monitor')
  open = await createOpenGame(world)
  owner = await open.team({ name: 'Owners' })
  thief = await open.team({ name: 'Thieves' })
  challenge = await open.challenge({ type: 'DynamicContainer', title: 'Buoy', flags: [] })
  for (const { participation } of [owner, thief])
    await world.db
      .updateTable('game_instance')
      .set({ flag: `flag{${participation.id}}` })
      .where('participation_id', '=', participation.id)
      .execute()
  await open.submit(owner.player, challenge, 'flag{no}')
  await open.submit(thief.player, challenge, `flag{${owner.participation.id}}`)
  await open.submit(owner.player, challenge, `flag{${owner.participation.id}}`)
  const { db } = world
  for (const [type, minutes] of [
    ['ContainerStart', 2],
    ['ContainerDestroy', 1],
  ] as const)
    await db
      .insertInto('game_event')
      .values({
        game_id: open.game.id,
        type,
        values: [String(challenge.id), 'Buoy'],
        time: new Date(world.clock.now() - minutes * 60_000),
        user_id: owner.player.id,
        team_id: owner.team.id,
      })
      .execute()
})
afterAll(() => world.close())

const read = (query = '', by: Person = monitor) => by.get<GameEvent[]>(`${open.path}/events${query}`)

describe('the events of a game', () => {
  it('are all that happened, the newest first', async () => {
    const { body } = await read()
    const id = String(challenge.id)
    expect(body.map(({ type, values, team, user }) => ({ type, values, team, user }))).toEqual([
      {
        type: 'FlagSubmit',
        values: ['Accepted', `flag{${owner.participation.id}}`, 'Buoy', id],
        team: 'Owners',
        user: owner.player.userName,
      },
      {
        type: 'CheatDetected',
        values: ['Buoy', 'Thieves', 'Owners'],
        team: 'Thieves',
        user: thief.player.userName,
      },
      {
        type: 'FlagSubmit',
        values: ['WrongAnswer', `flag{${owner.participation.id}}`, 'Buoy', id],
        team: 'Thieves',
        user: thief.player.userName,
      },
      {
        type: 'FlagSubmit',
        values: ['WrongAnswer', 'flag{no}', 'Buoy', id],
        team: 'Owners',
        user: owner.player.userName,
      },
      { type: 'ContainerDestroy', values: [id, 'Buoy'], team: 'Owners', user: owner.player.userName },
      { type: 'ContainerStart', values: [id, 'Buoy'], team: 'Owners', user: owner.player.userName },
    ])
  })

  it('come in pages that leave nothing out', async () => {
    const all = (await read()).body
    const pages: GameEvent[] = []
    for (let skip = 0; skip < all.length; skip++) pages.push(...(await read(`?count=1&skip=${skip}`)).body)
    expect(pages).toEqual(all)
    expect((await read('?count=0')).body).toEqual([])
    expect((await read('?skip=1000')).body).toEqual([])
  })

  it('can leave containers out', async () => {
    const types = (await read('?hideContainer=true')).body.map(({ type }) => type)
    expect(types).toEqual(['FlagSubmit', 'CheatDetected', 'FlagSubmit', 'FlagSubmit'])
  })

  it.each(['?count=101', '?count=-1', '?skip=-1', '?count=x'])('are refused for %s', async (query) => {
    expect((await read(query)).status).toBe(400)
  })

  it('are for monitors, of games that have begun', async () => {
    expect((await read('', owner.player)).status).toBe(403)
    expect((await world.visitor().get(`${open.path}/events`)).status).toBe(401)
    expect((await monitor.get('/api/game/999999/events')).status).toBe(404)
    const early = await createOpenGame(world, { start_at: new Date(world.clock.now() + 60_000) })
    expect((await monitor.get(`${early.path}/events`)).body).toMatchObject({ status: 10_001 })
  })
})
