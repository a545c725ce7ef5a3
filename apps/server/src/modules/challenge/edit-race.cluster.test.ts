import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenToNotices } from '../../../../../tests/kit/notice-listener.ts'
import { createOpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld({ settings: { DATABASE_POOL: '12' } })
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

const instancesOf = async (challengeId: number): Promise<number[]> => {
  const rows = await world.db
    .selectFrom('game_instance')
    .select('participation_id')
    .where('challenge_id', '=', challengeId)
    .orderBy('participation_id')
    .execute()
  return rows.map(({ participation_id }) => participation_id)
}

describe('many who enable one challenge at once', () => {
  it('bring one notice, and one instance for each team', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ is_enabled: false })
    const teams = [await open.team(), await open.team()]
    const told = await listenToNotices(world, open.game)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => organizer.edit(open.game.id, challenge.id, { isEnabled: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await told.heard()).map(({ type }) => type)).toEqual(['NewChallenge'])
    expect(await instancesOf(challenge.id)).toEqual(teams.map(({ participation }) => participation.id))
    told.close()
  })
})

describe('teams that are accepted while a challenge is enabled', () => {
  it('all have an instance of it, no matter who came first', async () => {
    const open = await createOpenGame(world)
    for (let round = 0; round < 6; round++) {
      const challenge = await open.challenge({ is_enabled: false })
      const { participation } = await open.team({ status: 'Rejected' })
      const accept = () =>
        organizer.admin.put(`/api/admin/participation/${participation.id}`, { status: 'Accepted' })
      const enable = () => organizer.edit(open.game.id, challenge.id, { isEnabled: true })
      const order = round % 2 === 0 ? [accept, enable] : [enable, accept]
      const answers = await Promise.all(order.map((call) => call()))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await instancesOf(challenge.id)).toContain(participation.id)
    }
  })
})

describe('flags that are removed while the challenge is enabled', () => {
  it('never leave it enabled without one', async () => {
    const open = await createOpenGame(world)
    for (let round = 0; round < 6; round++) {
      const challenge = await open.challenge({ is_enabled: false })
      const { body } = await organizer.read(open.game.id, challenge.id)
      const [flag] = body.flags
      await Promise.all([
        organizer.edit(open.game.id, challenge.id, { isEnabled: true }),
        organizer.removeFlag(open.game.id, challenge.id, flag?.id ?? 0),
      ])
      expect((await organizer.read(open.game.id, challenge.id)).body).toMatchObject({
        isEnabled: false,
        flags: [],
      })
    }
  })
})

describe('flags that are removed while teams are given them', () => {
  it('are with a team or gone, and never both', async () => {
    const open = await createOpenGame(world)
    for (let round = 0; round < 3; round++) {
      const flags = Array.from({ length: 6 }, (_, at) => `flag{${round} ${at}}`)
      const challenge = await open.challenge({ type: 'DynamicAttachment', flags })
      const teams: OpenTeam[] = []
      for (let count = 0; count < 4; count++) teams.push(await open.team())
      const { body } = await organizer.read(open.game.id, challenge.id)
      const looks = teams.map(({ player }) => player.get(`${open.path}/challenges/${challenge.id}`))
      const removals = body.flags.map(({ id }) => organizer.removeFlag(open.game.id, challenge.id, id))
      for (const { status } of await Promise.all(looks)) expect([200, 404]).toContain(status)
      for (const { text } of await Promise.all(removals))
        expect(text).toMatch(/^"Success"$|challenge\.flagInUse/)
      const handedOut = await world.db
        .selectFrom('game_instance')
        .select('flag_id')
        .where('challenge_id', '=', challenge.id)
        .where('flag_id', 'is not', null)
        .orderBy('flag_id')
        .execute()
      const left = (await organizer.read(open.game.id, challenge.id)).body.flags
      expect(left.map(({ id }) => id)).toEqual(handedOut.map(({ flag_id }) => flag_id))
    }
  })
})

describe('a challenge that is deleted while teams look at it for the first time', () => {
  it('is gone, and nobody hears of a fault', async () => {
    const open = await createOpenGame(world)
    const teams: OpenTeam[] = []
    for (let count = 0; count < 6; count++) teams.push(await open.team())
    for (let round = 0; round < 4; round++) {
      const flags = teams.map((_team, at) => `flag{${round} ${at}}`)
      const challenge = await open.challenge({ type: 'DynamicAttachment', flags })
      const [removed, ...looks] = await Promise.all([
        organizer.remove(open.game.id, challenge.id),
        ...teams.map(({ player }) => player.get(`${open.path}/challenges/${challenge.id}`)),
      ])
      expect(removed.status).toBe(200)
      for (const { status } of looks) expect([200, 404]).toContain(status)
    }
  })
})

describe('a challenge that is deleted while teams submit to it', () => {
  it('is gone with all that was submitted, and nobody hears of a fault', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ flags: ['flag{right}'] })
    const other = await open.challenge({ flags: ['flag{other}'] })
    const teams: OpenTeam[] = []
    for (let count = 0; count < 6; count++) teams.push(await open.team())
    const submit = ({ player }: OpenTeam, flag: string) =>
      player.post(`${open.path}/challenges/${challenge.id}`, { flag })
    const before = await Promise.all(teams.map((team, index) => submit(team, `flag{wrong ${index}}`)))
    expect(before.map(({ status }) => status)).toEqual(teams.map(() => 200))
    const [removed, ...answers] = await Promise.all([
      organizer.remove(open.game.id, challenge.id),
      ...teams.flatMap((team) => [submit(team, 'flag{right}'), submit(team, 'flag{wrong}')]),
    ])
    expect(removed.status).toBe(200)
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    const [first] = teams
    if (first === undefined) throw new Error('there are teams')
    expect((await submit(first, 'flag{right}')).status).toBe(404)
    for (const table of ['submission', 'first_solve', 'game_instance'] as const)
      expect(
        await world.db.selectFrom(table).selectAll().where('challenge_id', '=', challenge.id).execute(),
      ).toEqual([])
    const game = await world.core.games.must(open.game.id)
    expect([...game.challenges.keys()]).toEqual([other.id])
    expect(game.board.items().map(({ score, solvedCount }) => [score, solvedCount])).toEqual(
      teams.map(() => [0, 0]),
    )
    await open.submit(first.player, other, 'flag{other}')
    const after = await world.core.games.must(open.game.id)
    expect(after.board.itemOf(first.participation.id)?.solvedCount).toBe(1)
  })
})
