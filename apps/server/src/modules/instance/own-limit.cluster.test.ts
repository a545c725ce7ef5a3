import { describe, expect, it } from 'vitest'
import { createInstanceSetup, refused } from '../../../../../tests/kit/instance-setup.ts'

describe('the number of instances of a team', () => {
  const limited = async (limit: number) => {
    const setup = await createInstanceSetup({ game: { container_count_limit: limit } })
    const { player } = await setup.team()
    return { setup, player }
  }

  it('is limited, in so many words', async () => {
    const { setup, player } = await limited(2)
    for (let count = 0; count < 2; count++)
      expect((await setup.start(player, await setup.challenge())).status).toBe(200)
    const answer = await setup.start(player, await setup.challenge())
    expect(answer).toMatchObject(refused(400, 'instance.limitReached'))
    expect(answer.body.title).toContain('2')
    const other = await setup.team()
    expect((await setup.start(other.player, await setup.challenge())).status).toBe(200)
    await setup.close()
  })

  it('is not limited by 0', async () => {
    const { setup, player } = await limited(0)
    for (let count = 0; count < 5; count++)
      expect((await setup.start(player, await setup.challenge())).status).toBe(200)
    await setup.close()
  })

  it('stays, where the policy says so, by the oldest going', async () => {
    const { setup, player } = await limited(2)
    await setup.policy({ autoDestroyOnLimitReached: true })
    const challenges = [await setup.challenge(), await setup.challenge(), await setup.challenge()] as const
    for (const challenge of challenges) {
      expect((await setup.start(player, challenge)).status).toBe(200)
      setup.world.clock.advance(1_000)
    }
    expect((await setup.rows()).map((row) => row.challenge_id)).toEqual([challenges[1].id, challenges[2].id])
    expect(setup.fakeContainers.containers.size).toBe(2)
    const events = await setup.world.db.selectFrom('game_event').select('type').execute()
    expect(events.map(({ type }) => type)).toEqual(['ContainerStart', 'ContainerStart', 'ContainerStart'])
    await setup.close()
  })

  it('holds for members who start several at the same time', async () => {
    const { setup } = await limited(1)
    const { players } = await setup.team({ size: 2 })
    const challenges = await Promise.all(Array.from({ length: 8 }, () => setup.challenge()))
    const answers = await Promise.all(
      challenges.map((challenge, at) => setup.start(players[at % 2] ?? setup.admin, challenge)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await setup.rows()).toHaveLength(1)
    await setup.close()
  })
})
