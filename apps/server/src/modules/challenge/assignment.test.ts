import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeDetail } from '@pennant/contract/challenge'
import type { LogMessage } from '@pennant/contract/log'
import { insertAttachment, insertFlag } from '../../../../../tests/kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let open: OpenGame
let teams: OpenTeam[]
beforeAll(async () => {
  world = await createWorld()
  open = await createOpenGame(world)
  teams = []
  for (let each = 0; each < 5; each++) teams.push(await open.team({ size: each === 0 ? 3 : 1 }))
})
afterAll(() => world.close())

const first = (): OpenTeam => {
  const [team] = teams
  if (team === undefined) throw new Error('there are teams')
  return team
}
const look = (by: Person, { id }: { id: number }) =>
  by.get<ChallengeDetail & { code?: string }>(`${open.path}/challenges/${id}`)
const statusOf = async (by: Person, { id }: { id: number }, submission: number) =>
  (await by.get<string>(`${open.path}/challenges/${id}/status/${submission}`)).body
const flagOf = async ({ participation }: OpenTeam, { id }: { id: number }): Promise<string | null> => {
  const { flag } = await world.db
    .selectFrom('game_instance')
    .select('flag')
    .where('participation_id', '=', participation.id)
    .where('challenge_id', '=', id)
    .executeTakeFirstOrThrow()
  return flag
}
const guid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('a flag that is made for a team', () => {
  const challengeWith = (flag_template: string | null) =>
    open.challenge({ type: 'DynamicContainer', flags: [], flag_template })

  it.each([
    [null, new RegExp(`^flag\\{${guid.source}\\}$`)],
    ['ctf{[GUID]}', new RegExp(`^ctf\\{${guid.source}\\}$`)],
    ['ctf{[TEAM_HASH]}', /^ctf\{[0-9a-f]{12}\}$/],
    ['flag{hello world}', /^flag\{[hH][eE3][lL1I][lL1I][oO0]_[wW][oO0][rR][lL1I][dD]\}$/],
    ['[CLEET]flag{as}', /^flag\{[aA4@][sS5$]\}$/],
  ])('follows the template %j', async (template, shape) => {
    const challenge = await challengeWith(template)
    expect((await look(first().player, challenge)).status).toBe(200)
    expect(await flagOf(first(), challenge)).toMatch(shape)
  })

  it('is another one for every team', async () => {
    const challenge = await challengeWith('flag{[GUID]}')
    for (const { player } of teams) await look(player, challenge)
    const flags = await Promise.all(teams.map((team) => flagOf(team, challenge)))
    expect(new Set(flags).size).toBe(teams.length)
  })

  it('holds a hash that services outside can compute from the token and the salt of the challenge', async () => {
    const challenge = await challengeWith('flag{[TEAM_HASH]}')
    const { player, participation } = first()
    await look(player, challenge)
    const salt = sha256(`${open.game.hash_salt}::${challenge.id}`)
    const { body: details } = await player.get<{ teamToken: string }>(`${open.path}/details`)
    expect(details.teamToken).toBe(participation.token)
    const hash = sha256(`${salt}::${details.teamToken}`).slice(12, 24)
    expect(await flagOf(first(), challenge)).toBe(`flag{${hash}}`)
  })

  it('is wrong before the first look and right after it, and nobody is shown it', async () => {
    const challenge = await challengeWith('flag{[TEAM_HASH]}')
    const { player, participation } = first()
    const salt = sha256(`${open.game.hash_salt}::${challenge.id}`)
    const flag = `flag{${sha256(`${salt}::${participation.token}`).slice(12, 24)}}`
    const early = await open.submit(player, challenge, flag)
    expect(await statusOf(player, challenge, early)).toBe('WrongAnswer')
    const { text } = await look(player, challenge)
    expect(text).not.toContain(flag)
    const late = await open.submit(player, challenge, flag)
    expect(await statusOf(player, challenge, late)).toBe('Accepted')
  })

  it('never changes, whatever becomes of the template', async () => {
    const challenge = await challengeWith('flag{[GUID]}')
    await look(first().player, challenge)
    const before = await flagOf(first(), challenge)
    await world.db
      .updateTable('challenge')
      .set({ flag_template: 'new{[GUID]}' })
      .where('id', '=', challenge.id)
      .execute()
    await open.changed()
    await look(first().player, challenge)
    expect(await flagOf(first(), challenge)).toBe(before)
    const [, second = first()] = teams
    await look(second.player, challenge)
    expect(await flagOf(second, challenge)).toMatch(/^new\{/)
  })

  it('may be as long as flags can be, and no longer', async () => {
    const fits = await challengeWith(`${'x'.repeat(79)}[GUID][TEAM_HASH]`)
    expect((await look(first().player, fits)).status).toBe(200)
    expect(await flagOf(first(), fits)).toHaveLength(127)
    const tooLong = await challengeWith(`${'x'.repeat(80)}[GUID][TEAM_HASH]`)
    expect(await look(first().player, tooLong)).toMatchObject({
      status: 404,
      body: { code: 'challenge.noFlagLeft' },
    })
    expect(await flagOf(first(), tooLong)).toBeNull()
  })

  it('is one for the whole team, however many look at once', async () => {
    const { players } = first()
    for (let round = 0; round < 5; round++) {
      const challenge = await challengeWith('flag{[GUID]}')
      const looks = Array.from(
        { length: 12 },
        (_, place) => players[place % players.length] ?? first().player,
      )
      const answers = await Promise.all(looks.map((player) => look(player, challenge)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const flag = await flagOf(first(), challenge)
      const submitted = await open.submit(first().player, challenge, flag ?? '')
      expect(await statusOf(first().player, challenge, submitted)).toBe('Accepted')
    }
  })

  it('comes for many challenges and teams at once', async () => {
    const made = [await challengeWith(null), await challengeWith('flag{[TEAM_HASH]}')]
    for (const flags of [['flag{a}'], ['b', 'c', 'd', 'e', 'f']])
      made.push(await open.challenge({ type: 'DynamicAttachment', flags }))
    const looks = teams.flatMap(({ player }) => made.map((challenge) => look(player, challenge)))
    const statuses = (await Promise.all(looks)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5 + 5 + 1 + 5)
    expect(statuses.filter((status) => status === 404)).toHaveLength(4)
  })
})

describe('a flag that is taken from those listed', () => {
  const listed = (flags: readonly string[]) => open.challenge({ type: 'DynamicAttachment', flags })

  it('goes to one team only, with its attachment, until there are none left', async () => {
    const challenge = await listed([])
    for (const each of [1, 2, 3]) {
      const flag_id = await insertFlag(world.db, challenge, `flag{${each}}`)
      await insertAttachment(world.db, challenge, { flag_id, remote_url: `https://files.example/${each}` })
    }
    const answers = await Promise.all(teams.map(({ player }) => look(player, challenge)))
    const given = answers.flatMap(({ status, body }) => (status === 200 ? [body.context.url] : []))
    expect(given).toHaveLength(3)
    expect(new Set(given)).toEqual(new Set([1, 2, 3].map((each) => `https://files.example/${each}`)))
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.code]).toEqual([404, 'challenge.noFlagLeft'])

    for (const [place, team] of teams.entries()) {
      const url = answers[place]?.body.context?.url
      expect(await flagOf(team, challenge)).toBe(url === undefined ? null : `flag{${url?.at(-1)}}`)
      const again = await look(team.player, challenge)
      expect([again.status, again.body.context?.url]).toEqual([answers[place]?.status, url])
    }
  })

  it('comes as soon as there is one again', async () => {
    const challenge = await listed([])
    expect((await look(first().player, challenge)).status).toBe(404)
    await insertFlag(world.db, challenge, 'flag{late}')
    expect((await look(first().player, challenge)).status).toBe(200)
    expect(await flagOf(first(), challenge)).toBe('flag{late}')
  })

  it('is any of them', async () => {
    const seen = new Set<string | null>()
    for (let round = 0; seen.size < 2 && round < 50; round++) {
      const challenge = await listed(['flag{a}', 'flag{b}'])
      await look(first().player, challenge)
      seen.add(await flagOf(first(), challenge))
    }
    expect(seen).toEqual(new Set(['flag{a}', 'flag{b}']))
  })

  it('is right for its own team alone', async () => {
    const challenge = await listed(teams.map((_, place) => `flag{of ${place}}`))
    const [, second = first()] = teams
    const early = await open.submit(second.player, challenge, 'flag{of 0}')
    expect(await statusOf(second.player, challenge, early)).toBe('WrongAnswer')
    for (const { player } of teams) await look(player, challenge)
    const own = await open.submit(second.player, challenge, (await flagOf(second, challenge)) ?? '')
    expect(await statusOf(second.player, challenge, own)).toBe('Accepted')
    const stolen = await open.submit(first().player, challenge, (await flagOf(second, challenge)) ?? '')
    expect(await statusOf(first().player, challenge, stolen)).toBe('WrongAnswer')
  })
})

describe('a challenge where all teams have the same flags', () => {
  it.each(['StaticAttachment', 'StaticContainer'] as const)(
    'gives nobody one of their own: %s',
    async (type) => {
      const challenge = await open.challenge({ type, flags: ['flag{same}'] })
      expect((await look(first().player, challenge)).status).toBe(200)
      expect(await flagOf(first(), challenge)).toBeNull()
      const id = await open.submit(first().player, challenge, 'flag{same}')
      expect(await statusOf(first().player, challenge, id)).toBe('Accepted')
    },
  )
})

describe('the log', () => {
  const warnings = async ({ id }: { id: number }): Promise<string[]> => {
    const { body } = await (await world.person('Admin')).get<LogMessage[]>(
      '/api/admin/logs?level=Warning&count=1000',
    )
    return body.flatMap(({ msg, count = 1 }) =>
      msg.includes(`(${id})`) ? Array.from({ length: count }, () => msg) : [],
    )
  }

  it('says once in a minute that teams get no flag, and never names one', async () => {
    const challenge = await open.challenge({
      type: 'DynamicAttachment',
      title: 'Handouts',
      flags: ['flag{secret}'],
    })
    const lookAll = () => Promise.all(teams.map(({ player }) => look(player, challenge)))
    await lookAll()
    await lookAll()
    await expect.poll(() => warnings(challenge)).toHaveLength(1)
    world.clock.advance(60_001)
    await lookAll()
    await expect.poll(() => warnings(challenge)).toHaveLength(2)
    for (const warning of await warnings(challenge)) {
      expect(warning).toContain('Handouts')
      expect(warning).not.toContain('flag{')
    }
    expect(world.said.join('\n')).not.toContain('flag{secret}')
  })

  it('says so, too, when a template makes flags that are too long', async () => {
    const flag_template = `${'y'.repeat(100)}[GUID]`
    const challenge = await open.challenge({ type: 'DynamicContainer', flags: [], flag_template })
    await look(first().player, challenge)
    await look(first().player, challenge)
    await expect.poll(() => warnings(challenge)).toHaveLength(1)
    expect((await warnings(challenge)).join()).not.toContain('yyyy')
  })
})
