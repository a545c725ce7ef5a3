import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SubmissionRecord } from '@pennant/contract/submission'
import { insertSubmission } from '../../../../../tests/kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let monitor: Person
let open: OpenGame
let red: OpenTeam
let blue: OpenTeam
let crypto: { id: number }
let web: { id: number }
let begun: number
beforeAll(async () => {
  world = await createWorld()
  monitor = await world.person('Monitor')
  open = await createOpenGame(world)
  red = await open.team({ name: 'Red', size: 2 })
  blue = await open.team({ name: 'Blue_1' })
  crypto = await open.challenge({ title: 'Crypt' })
  web = await open.challenge({ title: 'Redirect' })
  begun = world.clock.now() - 60_000
  const [captain, mate] = red.players
  for (const [at, [team, by, challenge, answer, status]] of (
    [
      [red, captain, crypto, 'flag{one}', 'WrongAnswer'],
      [red, mate, crypto, 'FLAG{two}', 'Accepted'],
      [blue, blue.player, web, 'flag{50%}', 'WrongAnswer'],
      [blue, blue.player, crypto, 'flag{four}', 'CheatDetected'],
    ] as const
  ).entries())
    await insertSubmission(
      world.db,
      { participation: team.participation, challenge },
      { answer, status, user_id: by?.id ?? null, time: new Date(begun + at * 1000) },
    )
})
afterAll(() => world.close())

const read = (query: string, by: Person = monitor) =>
  by.get<SubmissionRecord[]>(`${open.path}/submissions?${query}`)
const places = async (query: string): Promise<number[]> =>
  (await read(query)).body.map(({ time }) => (time - begun) / 1000)

describe('the submissions of a game', () => {
  it('can be those of a team, of a user, of a challenge', async () => {
    expect(await places('')).toEqual([3, 2, 1, 0])
    expect(await places(`team=${red.team.id}`)).toEqual([1, 0])
    expect(await places(`user=${red.players[1]?.id}`)).toEqual([1])
    expect(await places(`challenge=${crypto.id}`)).toEqual([3, 1, 0])
    expect(await places(`challenge=${crypto.id}&team=${blue.team.id}&type=CheatDetected`)).toEqual([3])
    expect(await places(`challenge=${crypto.id}&skip=1&count=1`)).toEqual([1])
  })

  it('can be those of some time, its end left out', async () => {
    expect(await places(`from=${begun + 1000}&to=${begun + 3000}`)).toEqual([2, 1])
    expect(await places(`to=${begun}`)).toEqual([])
    expect(await places(`from=${new Date(begun + 3000).toISOString()}`)).toEqual([3])
  })

  it.each([
    ['flag{o', [0]],
    ['flag{TWO', [1]],
    ['red', [2, 1, 0]],
    ['RED', [2, 1, 0]],
    ['crypt', [3, 1, 0]],
    ['e_1', [3, 2]],
    ['%', [2]],
    ['f_ag', []],
    ['\\', []],
    ["' or 1=1 --", []],
  ])('can be those in which %j stands, in names or in what was sent', async (text, expected) => {
    expect(await places(`search=${encodeURIComponent(text)}`)).toEqual(expected)
  })

  it('are found by the name of who sent them', async () => {
    expect(await places(`search=${blue.player.userName}`)).toEqual([3, 2])
  })

  it('are none of what is not there', async () => {
    const nobody = 'user=00000000-0000-4000-8000-000000000000'
    for (const query of ['team=0', nobody, 'challenge=-5']) {
      const { status, body, headers } = await read(`${query}&detail=true`)
      expect([status, body, headers.get('x-total-count')]).toEqual([200, [], '0'])
    }
  })

  it('are told with ids when that is asked for, and how many there are', async () => {
    const { body, headers } = await read(`detail=true&count=1&challenge=${crypto.id}`)
    expect(headers.get('x-total-count')).toBe('3')
    expect(body).toStrictEqual([
      {
        answer: 'flag{four}',
        status: 'CheatDetected',
        time: begun + 3000,
        user: blue.player.userName,
        team: 'Blue_1',
        challenge: 'Crypt',
        id: expect.any(Number),
        teamId: blue.team.id,
        participationId: blue.participation.id,
        userId: blue.player.id,
        challengeId: crypto.id,
      },
    ])
    expect((await read('detail=true&count=0')).headers.get('x-total-count')).toBe('4')
    expect((await read('detail=true&type=Accepted')).headers.get('x-total-count')).toBe('1')
  })

  it('are counted for nobody who does not ask for it', async () => {
    expect((await read('detail=false')).headers.get('x-total-count')).toBeNull()
  })

  it.each(['team=x', 'user=me', 'challenge=x', 'to=1e99', 'detail=2', `search=${'x'.repeat(257)}`])(
    'are refused for %s',
    async (query) => {
      expect((await read(query)).status).toBe(400)
    },
  )

  it('are for monitors', async () => {
    expect((await read('detail=true', red.player)).status).toBe(403)
  })
})
