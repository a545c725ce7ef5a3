import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { GameDetail, Scoreboard } from '@pennant/contract/scoreboard'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { openRedisLine, type RedisLine } from '../../../../../tests/kit/redis-line.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const another = async (): Promise<{ other: World; line: RedisLine }> => {
  const line = await openRedisLine(world.redisUrl ?? '')
  closers.push(line.close)
  const other = await world.another({ settings: { CONNECTION_STRINGS__REDIS_CACHE: line.url } })
  closers.push(other.close)
  await untilCurrent(other)
  return { other, line }
}

const untilCurrent = (where: World): Promise<void> =>
  expect.poll(() => where.adapters.bus.isCurrent, patient).toBe(true)

const board = (where: World, { path }: OpenGame) => where.visitor().get<Scoreboard>(`${path}/scoreboard`)

const played = async () => {
  const open = await createOpenGame(world)
  const challenge = await open.challenge({ flags: ['flag{x}'] })
  const first = await open.team()
  const second = await open.team()
  for (const { player } of [first, second]) await open.submit(player, challenge, 'flag{x}')
  return { open, challenge, first, second }
}
type Played = Awaited<ReturnType<typeof played>>

const shownTeams = async (where: World, { open }: Played): Promise<number[]> => {
  const { body } = await board(where, open)
  return body.items.map(({ id }) => id)
}

const suspend = ({ first }: Played) =>
  admin.put(`/api/admin/participation/${first.participation.id}`, { status: 'Suspended' })

const closings: [string, (at: Played) => Promise<unknown>, (where: World, at: Played) => Promise<unknown>][] =
  [
    [
      'a challenge is disabled',
      ({ open, challenge }) =>
        admin.put(`/api/edit/games/${open.game.id}/challenges/${challenge.id}`, { isEnabled: false }),
      async (where, { open }) => expect((await board(where, open)).body.challengeCount).toBe(0),
    ],
    [
      'a challenge is deleted',
      ({ open, challenge }) => admin.delete(`/api/edit/games/${open.game.id}/challenges/${challenge.id}`),
      async (where, { open }) => expect((await board(where, open)).body.challengeCount).toBe(0),
    ],
    [
      'a team is suspended',
      suspend,
      async (where, at) => expect(await shownTeams(where, at)).toEqual([at.second.team.id]),
    ],
    [
      'a game is hidden',
      async ({ open }) => {
        const path = `/api/edit/games/${open.game.id}`
        const { body } = await admin.get<object>(path)
        return admin.put(path, { ...body, hidden: true })
      },
      async (where, { open }) => expect((await board(where, open)).status).toBe(404),
    ],
    [
      'a game is deleted',
      ({ open }) => admin.delete(`/api/edit/games/${open.game.id}`),
      async (where, { open }) => expect((await board(where, open)).status).toBe(404),
    ],
  ]

describe('what is closed at one process', () => {
  it.each(closings)('is closed for the next request at the other: %s', async (_what, close, expectClosed) => {
    const { other } = await another()
    const at = await played()
    expect(await shownTeams(other, at)).toEqual([at.first.team.id, at.second.team.id])
    await close(at)
    await expectClosed(other, at)
    await expectClosed(world, at)
  })

  it('is closed for a player there, too', async () => {
    const { other } = await another()
    const at = await played()
    const { open, challenge, first } = at
    const theirs = other.visitor({ cookie: `pennant_session=${first.player.cookie()}` })
    const details = () => theirs.get<GameDetail>(`${open.path}/details`)
    expect((await details()).body.challengeCount).toBe(1)
    await admin.put(`/api/edit/games/${open.game.id}/challenges/${challenge.id}`, { isEnabled: false })
    expect((await details()).body.challengeCount).toBe(0)
    await suspend(at)
    expect((await details()).status).toBe(400)
  })

  it('is closed at one that hears nothing any more, and does not know', async () => {
    const { other, line } = await another()
    const at = await played()
    await shownTeams(other, at)
    line.hold()
    await suspend(at)
    expect(await shownTeams(other, at)).toEqual([at.second.team.id])
    await admin.put(`/api/admin/participation/${at.first.participation.id}`, { status: 'Accepted' })
    await expect.poll(() => shownTeams(other, at), patient).toContain(at.first.team.id)
    line.release()
    await untilCurrent(other)
    await suspend(at)
    expect(await shownTeams(other, at)).toEqual([at.second.team.id])
  })

  it('is closed at one that has lost Redis', async () => {
    const { other, line } = await another()
    const at = await played()
    await shownTeams(other, at)
    line.cut()
    await suspend(at)
    expect(await shownTeams(other, at)).toEqual([at.second.team.id])
  })

  it('is closed at the others when the process that closes it has lost Redis', async () => {
    const { other, line } = await another()
    const at = await played()
    await shownTeams(world, at)
    const here = other.visitor({ cookie: `pennant_session=${admin.cookie()}` })
    line.cut()
    await here.put(`/api/admin/participation/${at.first.participation.id}`, { status: 'Suspended' })
    expect(await shownTeams(other, at)).toEqual([at.second.team.id])
    expect(await shownTeams(world, at)).toEqual([at.second.team.id])
  })

  it('is closed for all who read while it is closed and solved, as soon as that is answered', async () => {
    const { other } = await another()
    for (let round = 0; round < 5; round++) {
      const at = await played()
      const { open } = at
      const more = await open.challenge({ flags: ['flag{y}'] })
      let isOver = false
      const readers = [world, other].map(async (where) => {
        while (!isOver) await shownTeams(where, at)
      })
      const solving = open.submit(at.second.player, more, 'flag{y}')
      await suspend(at)
      expect(await shownTeams(other, at)).not.toContain(at.first.team.id)
      expect(await shownTeams(world, at)).not.toContain(at.first.team.id)
      isOver = true
      await Promise.all([...readers, solving])
    }
  })
})
