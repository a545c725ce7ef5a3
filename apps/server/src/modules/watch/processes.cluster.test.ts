import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trace } from '@pennant/contract/watch'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

describe('the traces that two processes note', () => {
  let here: World
  let there: World
  let monitor: Person
  let open: OpenGame
  let one: OpenTeam
  let moved: Client
  beforeAll(async () => {
    here = await createWorld()
    there = await here.another()
    monitor = await here.person('Monitor')
    open = await createOpenGame(here)
    one = await open.team()
    moved = there.visitor()
    moved.setCookie(one.player.cookie() ?? '')
  })
  afterAll(async () => {
    await there.close()
    await here.close()
  })

  const minute = 60_000
  const tracesOf = async (challenge: { id: number }): Promise<Trace[]> => {
    for (const world of [here, there]) {
      await world.app.modules.watch.downloadTracer.flush()
      await world.app.modules.watch.traceWriter.flush()
    }
    const path = `${open.path}/participations/${one.participation.id}/traces?challenge=${challenge.id}`
    return (await monitor.get<Trace[]>(path)).body
  }
  const look = async (by: Pick<Client, 'get'>, challenge: { id: number }): Promise<void> => {
    expect((await by.get(`${open.path}/challenges/${challenge.id}`)).status).toBe(200)
  }

  it('are there once, wherever the player is sent', async () => {
    const challenge = await open.challenge()
    await look(one.player, challenge)
    expect(await tracesOf(challenge)).toHaveLength(1)
    here.clock.advance(5 * minute)
    await look(moved, challenge)
    expect(await tracesOf(challenge)).toHaveLength(1)
    // Ten minutes after it was written, not after the other process saw it.
    here.clock.advance(5 * minute)
    await look(moved, challenge)
    expect(await tracesOf(challenge)).toHaveLength(2)
  })

  it('are there once when both write at the same time', async () => {
    const challenges = await Promise.all(Array.from({ length: 20 }, () => open.challenge()))
    await Promise.all(
      challenges.flatMap((challenge) => [look(one.player, challenge), look(moved, challenge)]),
    )
    await Promise.all([here, there].map((world) => world.app.modules.watch.traceWriter.flush()))
    for (const challenge of challenges) expect(await tracesOf(challenge)).toHaveLength(1)
  })
})
