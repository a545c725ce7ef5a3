import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeDetail } from '@pennant/contract/challenge'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

describe('first looks in two processes', () => {
  let here: World
  let there: World
  let open: OpenGame
  let teams: OpenTeam[]
  beforeAll(async () => {
    here = await createWorld()
    there = await here.another()
    open = await createOpenGame(here)
    teams = []
    for (let each = 0; each < 6; each++) teams.push(await open.team({ size: 2 }))
  })
  afterAll(async () => {
    await there.close()
    await here.close()
  })

  const moved = (person: Person): Client => {
    const client = there.visitor()
    client.setCookie(person.cookie() ?? '')
    return client
  }
  const challengeWith = async (given: Parameters<OpenGame['challenge']>[0]) => {
    const challenge = await open.challenge(given)
    const known = async () => (await there.core.games.must(open.game.id)).challenges
    await expect.poll(async () => (await known()).has(challenge.id)).toBe(true)
    return challenge
  }
  const instances = ({ id }: { id: number }) =>
    here.db
      .selectFrom('game_instance')
      .select(['participation_id', 'flag'])
      .where('challenge_id', '=', id)
      .execute()

  const lookAll = (challenge: { id: number }) =>
    Promise.all(
      teams.flatMap(({ players, participation }) =>
        players
          .flatMap((player) => [player, moved(player)])
          .map(async (client) => {
            const path = `${open.path}/challenges/${challenge.id}`
            const { status, body } = await client.get<ChallengeDetail>(path)
            return { participation: participation.id, status, url: body.context?.url }
          }),
      ),
    )

  it('give every team one flag, which both then take for right', async () => {
    const challenge = await challengeWith({ type: 'DynamicContainer', flags: [] })
    expect(new Set((await lookAll(challenge)).map(({ status }) => status))).toEqual(new Set([200]))
    const given = await instances(challenge)
    expect(new Set(given.map(({ flag }) => flag)).size).toBe(teams.length)
    for (const { player, participation } of teams) {
      const own = given.find(({ participation_id }) => participation_id === participation.id)
      const path = `${open.path}/challenges/${challenge.id}`
      for (const client of [player, moved(player)]) {
        const { body: id } = await client.post<number>(path, { flag: own?.flag })
        expect((await client.get(`${path}/status/${id}`)).body).toBe('Accepted')
      }
    }
  })

  it('give no listed flag to two teams, and all members the same', async () => {
    const flags = teams.map((_, place) => `flag{${place}}`)
    const challenge = await challengeWith({ type: 'DynamicAttachment', flags })
    expect(new Set((await lookAll(challenge)).map(({ status }) => status))).toEqual(new Set([200]))
    const given = await instances(challenge)
    expect(given).toHaveLength(flags.length)
    expect(new Set(given.map(({ flag }) => flag))).toEqual(new Set(flags))
  })

  it('give as many teams a flag as there are flags', async () => {
    const challenge = await challengeWith({ type: 'DynamicAttachment', flags: ['a', 'b', 'c', 'd'] })
    await lookAll(challenge)
    const given = (await instances(challenge)).filter(({ flag }) => flag !== null)
    expect(new Set(given.map(({ flag }) => flag))).toEqual(new Set(['a', 'b', 'c', 'd']))
    const lucky = new Set(given.map(({ participation_id }) => participation_id))
    expect([given.length, lucky.size]).toEqual([4, 4])
    for (const { participation, status } of await lookAll(challenge))
      expect(status).toBe(lucky.has(participation) ? 200 : 404)
  })
})
