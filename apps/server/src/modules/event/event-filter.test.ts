import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventRecord } from '@pennant/contract/event'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let monitor: Person
let open: OpenGame
let owner: OpenTeam
let thief: OpenTeam
let buoy: { id: number }
let fort: { id: number }
let started: number
beforeAll(async () => {
  world = await createWorld()
  monitor = await world.person('Monitor')
  open = await createOpenGame(world)
  owner = await open.team({ name: 'Owners' })
  thief = await open.team({ name: '50% Thieves' })
  buoy = await open.challenge({ type: 'DynamicContainer', title: 'Buoy', flags: [] })
  fort = await open.challenge({ title: 'Fort', flags: ['flag{fort}'] })
  await world.db
    .updateTable('game_instance')
    .set({ flag: 'flag{owned}' })
    .where('participation_id', '=', owner.participation.id)
    .where('challenge_id', '=', buoy.id)
    .execute()
  started = world.clock.now() - 60_000
  for (const { team, player } of [owner, thief])
    await world.db
      .insertInto('game_event')
      .values({
        game_id: open.game.id,
        type: 'ContainerStart',
        values: [String(buoy.id), 'Buoy'],
        time: new Date(started),
        user_id: player.id,
        team_id: team.id,
      })
      .execute()
  await open.submit(owner.player, fort, 'flag{fort}')
  await open.submit(thief.player, buoy, 'flag{owned}')
})
afterAll(() => world.close())

const read = (query: string) => monitor.get<EventRecord[]>(`${open.path}/events?${query}`)
const shown = async (query: string): Promise<string[]> =>
  (await read(query)).body.map(({ type, team }) => `${type} ${team}`)

const theft = ['CheatDetected 50% Thieves', 'FlagSubmit 50% Thieves']
const starts = ['ContainerStart 50% Thieves', 'ContainerStart Owners']
const all = [...theft, 'FlagSubmit Owners', ...starts]

describe('the events of a game', () => {
  it('can be those of a team, of a user, of a challenge, of a kind', async () => {
    expect(await shown('')).toEqual(all)
    expect(await shown(`team=${owner.team.id}`)).toEqual(['FlagSubmit Owners', 'ContainerStart Owners'])
    expect(await shown(`user=${thief.player.id}`)).toEqual([...theft, 'ContainerStart 50% Thieves'])
    expect(await shown(`challenge=${buoy.id}`)).toEqual([...theft, ...starts])
    expect(await shown(`challenge=${fort.id}`)).toEqual(['FlagSubmit Owners'])
    expect(await shown('type=ContainerStart')).toEqual(starts)
    expect(await shown('type=FlagSubmit')).toEqual(['FlagSubmit 50% Thieves', 'FlagSubmit Owners'])
    expect(await shown('type=CheatDetected')).toEqual(['CheatDetected 50% Thieves'])
    expect(await shown('type=Normal')).toEqual([])
    expect(await shown('type=ContainerStart&hideContainer=true')).toEqual([])
    expect(await shown(`team=${thief.team.id}&challenge=${buoy.id}&type=1`)).toEqual([
      'ContainerStart 50% Thieves',
    ])
  })

  it('can be those of some time, its end left out', async () => {
    expect(await shown(`to=${started}`)).toEqual([])
    expect(await shown(`to=${started + 1}`)).toEqual(starts)
    expect(await shown(`from=${started}`)).toEqual(all)
    expect(await shown(`from=${started + 1}`)).toEqual([...theft, 'FlagSubmit Owners'])
  })

  it.each([
    ['OWNERS', ['CheatDetected 50% Thieves', 'FlagSubmit Owners', 'ContainerStart Owners']],
    ['fort', ['FlagSubmit Owners']],
    ['{Owned', theft],
    ['buoy', [...theft, ...starts]],
    ['50%', [...theft, 'ContainerStart 50% Thieves']],
    ['5%%', []],
    ['_', []],
    ["'; drop table game_event", []],
    ['', all],
  ])('can be those in which %j stands', async (text, expected) => {
    expect(await shown(`search=${encodeURIComponent(text)}`)).toEqual(expected)
  })

  it('are found by the name of who did them', async () => {
    expect(await shown(`search=${owner.player.userName.toUpperCase()}`)).toEqual([
      'FlagSubmit Owners',
      'ContainerStart Owners',
    ])
  })

  it('are none of what is not there', async () => {
    for (const query of [
      'team=0',
      'team=2147483647',
      'user=00000000-0000-4000-8000-000000000000',
      'challenge=-1',
    ])
      expect(await read(`${query}&detail=true`)).toMatchObject({ status: 200, body: [] })
  })

  it('are told with ids when that is asked for, and how many there are', async () => {
    const { body, headers } = await read('detail=true&count=1&skip=1')
    const id = expect.any(Number)
    const ids = {
      id,
      teamId: thief.team.id,
      participationId: thief.participation.id,
      userId: thief.player.id,
      challengeId: buoy.id,
    }
    expect(body).toMatchObject([
      { type: 'FlagSubmit', values: ['WrongAnswer', 'flag{owned}', 'Buoy', String(buoy.id)], ...ids },
    ])
    expect(headers.get('x-total-count')).toBe('5')
    const found = await read(`detail=true&type=ContainerStart&team=${owner.team.id}`)
    expect(found.headers.get('x-total-count')).toBe('1')
    expect(found.body).toMatchObject([
      { id, teamId: owner.team.id, userId: owner.player.id, challengeId: buoy.id },
    ])
    const [cheat] = (await read('detail=true&type=CheatDetected')).body
    expect(cheat).toMatchObject({ ...ids, values: ['Buoy', '50% Thieves', 'Owners'] })
  })

  it('are told without anything more when it is not', async () => {
    const { body, headers } = await read('count=1')
    expect(Object.keys(body[0] ?? {})).toEqual(['type', 'values', 'time', 'user', 'team'])
    expect(headers.get('x-total-count')).toBeNull()
  })

  it.each(['type=Nothing', 'team=x', 'user=me', 'from=never', 'detail=perhaps', `search=${'x'.repeat(257)}`])(
    'are refused for %s',
    async (query) => {
      expect((await read(query)).status).toBe(400)
    },
  )
})
