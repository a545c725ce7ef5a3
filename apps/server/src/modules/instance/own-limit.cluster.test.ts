import { describe, expect, it } from 'vitest'
import { createInstancePlace, refused } from '../../../../../tests/kit/instance-setup.ts'

describe('the number of instances of a team', () => {
  const limited = async (limit: number) => {
    const place = await createInstancePlace({ game: { container_count_limit: limit } })
    const { player } = await place.team()
    return { place, player }
  }

  it('is limited, in so many words', async () => {
    const { place, player } = await limited(2)
    for (let count = 0; count < 2; count++)
      expect((await place.start(player, await place.challenge())).status).toBe(200)
    const answer = await place.start(player, await place.challenge())
    expect(answer).toMatchObject(refused(400, 'instance.limitReached'))
    expect(answer.body.title).toContain('2')
    const other = await place.team()
    expect((await place.start(other.player, await place.challenge())).status).toBe(200)
    await place.close()
  })

  it('is not limited by 0', async () => {
    const { place, player } = await limited(0)
    for (let count = 0; count < 5; count++)
      expect((await place.start(player, await place.challenge())).status).toBe(200)
    await place.close()
  })

  it('stays, where the policy says so, by the oldest going', async () => {
    const { place, player } = await limited(2)
    await place.policy({ autoDestroyOnLimitReached: true })
    const challenges = [await place.challenge(), await place.challenge(), await place.challenge()] as const
    for (const challenge of challenges) {
      expect((await place.start(player, challenge)).status).toBe(200)
      place.world.clock.advance(1_000)
    }
    expect((await place.rows()).map((row) => row.challenge_id)).toEqual([challenges[1].id, challenges[2].id])
    expect(place.fakeContainers.containers.size).toBe(2)
    const events = await place.world.db.selectFrom('game_event').select('type').execute()
    expect(events.map(({ type }) => type)).toEqual(['ContainerStart', 'ContainerStart', 'ContainerStart'])
    await place.close()
  })

  it('holds for members who start several at the same time', async () => {
    const { place } = await limited(1)
    const { players } = await place.team({ size: 2 })
    const challenges = await Promise.all(Array.from({ length: 8 }, () => place.challenge()))
    const answers = await Promise.all(
      challenges.map((challenge, at) => place.start(players[at % 2] ?? place.admin, challenge)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await place.rows()).toHaveLength(1)
    await place.close()
  })
})
