import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameOverview } from '@pennant/contract/watch'
import { insertContainer, insertSubmission, insertWriteup } from '../../../../../tests/kit/factories.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let monitor: Person
beforeAll(async () => {
  world = await createWorld()
  monitor = await world.person('Monitor')
})
afterAll(() => world.close())

const minute = 60_000
const read = (path: string, by: Person = monitor) => by.get<GameOverview>(`${path}/overview`)

describe('how a game goes', () => {
  it('is told for each challenge, and in all', async () => {
    const open = await createOpenGame(world)
    const one = await open.team({ size: 2 })
    const two = await open.team({ size: 2, joined: 1 })
    for (const status of ['Pending', 'Rejected', 'Rejected', 'Suspended'] as const)
      await open.team({ status })
    const web = await open.challenge({ title: 'Web', category: 'Web', flags: ['flag{it}'] })
    const misc = await open.challenge({
      title: 'Misc',
      type: 'DynamicContainer',
      original_score: 500,
      flags: [],
    })
    const draft = await open.challenge({ title: 'Draft', is_enabled: false })
    const hourAgo = new Date(world.clock.now() - 60 * minute)
    const of = (participation: typeof one.participation, challenge: { id: number }) => ({
      participation,
      challenge,
    })
    await insertSubmission(world.db, of(one.participation, misc), { time: hourAgo })
    await insertSubmission(world.db, of(one.participation, misc), { status: 'CheatDetected', time: hourAgo })
    await insertContainer(world.db, of(two.participation, misc))
    await insertContainer(world.db, of(one.participation, misc), { status: 'Destroyed' })
    await insertContainer(world.db, { test: misc })
    await insertWriteup(world, one.participation, { bytes: Buffer.from('%PDF-1.7 ours') })
    const begun = world.clock.now()
    await open.submit(one.player, web, 'flag{no}')
    await open.submit(two.player, web, 'flag{it}')
    await open.submit(one.player, web, 'flag{it}')

    const { status, body } = await read(open.path)
    expect(status).toBe(200)
    const { challenges, ...game } = body
    expect(game).toEqual({
      pending: 1,
      accepted: 2,
      rejected: 2,
      suspended: 1,
      players: 3,
      submissions: 5,
      recentSubmissions: 3,
      solves: 2,
      cheats: 1,
      instances: 1,
      writeups: 1,
    })
    const nothing = { wrong: 0, tried: 0, solves: 0, instances: 0, firstSolve: null, lastSolve: null }
    expect(challenges).toEqual([
      {
        id: misc.id,
        title: 'Misc',
        category: 'Misc',
        isEnabled: true,
        score: 500,
        ...{ ...nothing, wrong: 2, tried: 1, instances: 1 },
      },
      {
        id: web.id,
        title: 'Web',
        category: 'Web',
        isEnabled: true,
        ...{ score: expect.any(Number), solves: 2, wrong: 1, tried: 2, instances: 0 },
        ...{ firstSolve: expect.any(Number), lastSolve: expect.any(Number) },
      },
      { id: draft.id, title: 'Draft', category: 'Misc', isEnabled: false, score: 1000, ...nothing },
    ])
    const solved = challenges[1]
    expect(solved?.score).toBeLessThan(1000)
    expect(solved?.firstSolve).toBeGreaterThanOrEqual(begun)
    expect(solved?.lastSolve).toBeGreaterThan(solved?.firstSolve ?? Number.NaN)
  })

  it('counts no solves of teams that are out, and nothing of other games', async () => {
    const open = await createOpenGame(world)
    const out = await open.team()
    const challenge = await open.challenge({ flags: ['flag{it}'] })
    await open.submit(out.player, challenge, 'flag{it}')
    await world.db
      .updateTable('participation')
      .set({ status: 'Suspended' })
      .where('id', '=', out.participation.id)
      .execute()
    await open.changed()
    expect((await read(open.path)).body).toMatchObject({
      solves: 0,
      submissions: 1,
      players: 0,
      challenges: [{ solves: 0, tried: 1, firstSolve: null }],
    })
  })

  it('is counted again after a few seconds', async () => {
    const open = await createOpenGame(world)
    const { player } = await open.team()
    const challenge = await open.challenge()
    expect((await read(open.path)).body.submissions).toBe(0)
    await open.submit(player, challenge, 'flag{no}')
    world.clock.advance(5_000)
    expect((await read(open.path)).body.submissions).toBe(1)
  })

  it('is for monitors, of hidden games and of those to come, too', async () => {
    const start = new Date(world.clock.now() + 60 * minute)
    const open = await createOpenGame(world, { hidden: true, start_at: start })
    expect((await read(open.path)).status).toBe(200)
    expect((await read(open.path, await world.person('User'))).status).toBe(403)
    expect((await world.visitor().get(`${open.path}/overview`)).status).toBe(401)
    expect(await read('/api/game/999999')).toMatchObject({ status: 404, body: { code: 'game.notFound' } })
  })
})
