import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Division } from '@pennant/contract/division'
import { gamePermissions } from '@pennant/contract/enums'
import type { DetailedGameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const pathOf = ({ game }: Pick<OpenGame, 'game'>): string => `/api/edit/games/${game.id}/divisions`
const list = async (open: OpenGame): Promise<Division[]> => (await admin.get<Division[]>(pathOf(open))).body
const send = (open: OpenGame, body: object) => admin.post<Division & { code: string }>(pathOf(open), body)
const create = async (open: OpenGame, body: object = {}): Promise<Division> => {
  const answer = await send(open, { name: 'Students', ...body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const put = (open: OpenGame, id: number, body: object, ifMatch?: string, by: Person = admin) =>
  by.call<Division & { code: string }>('PUT', `${pathOf(open)}/${id}`, {
    body,
    ...(ifMatch === undefined ? {} : { headers: { 'if-match': `"${ifMatch}"` } }),
  })
const remove = (open: OpenGame, id: number, ifMatch?: string) =>
  admin.call('DELETE', `${pathOf(open)}/${id}`, {
    ...(ifMatch === undefined ? {} : { headers: { 'if-match': `"${ifMatch}"` } }),
  })

const version = expect.stringMatching(/^[\w-]{22}$/)
const { All } = gamePermissions

describe('creating a division', () => {
  it('answers all that was set, and what was not has its default', async () => {
    const open = await createOpenGame(world)
    const challenges = [await open.challenge(), await open.challenge()]
    const [first, second] = challenges.map(({ id }) => id)
    const given = {
      name: 'Students',
      inviteCode: 'code',
      defaultPermissions: 7939,
      challengeConfigs: [
        { challengeId: first, permissions: 0 },
        { challengeId: second, permissions: 256 },
      ],
    }
    const division = await create(open, { ...given, challengeConfigs: given.challengeConfigs.toReversed() })
    expect(division).toStrictEqual({ id: expect.any(Number), ...given, version })
    const bare = await create(open, { name: 'Bare' })
    expect(bare).toStrictEqual({
      id: expect.any(Number),
      name: 'Bare',
      inviteCode: null,
      defaultPermissions: All,
      challengeConfigs: [],
      version,
    })
    expect(await list(open)).toStrictEqual([division, bare])
  })

  it('takes null for nothing, an empty code for none, and all permissions where none are said', async () => {
    const open = await createOpenGame(world)
    const { id: challengeId } = await open.challenge()
    const nothing = { inviteCode: null, defaultPermissions: null, challengeConfigs: null }
    expect(await create(open, nothing)).toMatchObject({ inviteCode: null, defaultPermissions: All })
    expect(await create(open, { inviteCode: '', challengeConfigs: [{ challengeId }] })).toMatchObject({
      inviteCode: null,
      challengeConfigs: [{ challengeId, permissions: All }],
    })
  })

  it('keeps bits that have no name', async () => {
    const open = await createOpenGame(world)
    const defaultPermissions = All - gamePermissions.RequireReview
    expect(await create(open, { defaultPermissions })).toMatchObject({ defaultPermissions: 2_147_483_643 })
  })

  it('lets two have the same name', async () => {
    const open = await createOpenGame(world)
    const ids = [(await create(open)).id, (await create(open)).id]
    expect((await list(open)).map(({ id, name }) => [id, name])).toEqual(ids.map((id) => [id, 'Students']))
  })

  it.each([
    {},
    { name: null },
    { name: '' },
    { name: '  ' },
    { name: 'x'.repeat(limits.divisionName + 1) },
    { name: 'x', inviteCode: 'x'.repeat(limits.inviteCode + 1) },
    { name: 'x', defaultPermissions: -1 },
    { name: 'x', defaultPermissions: 'All' },
    { name: 'x', defaultPermissions: 2_147_483_648 },
    { name: 'x', challengeConfigs: {} },
    { name: 'x', challengeConfigs: [{}] },
    { name: 'x', challengeConfigs: [{ challengeId: 1, permissions: null }] },
    { name: 'x', challengeConfigs: Array.from({ length: limits.challengesPerGame + 1 }, () => ({})) },
  ])('refuses %j', async (body) => {
    const open = await createOpenGame(world)
    expect((await send(open, body)).status).toBe(400)
    expect(await list(open)).toEqual([])
  })

  it('refuses a challenge twice, and one that the game does not have, and says which', async () => {
    const open = await createOpenGame(world)
    const own = await open.challenge()
    const foreign = await (await createOpenGame(world)).challenge()
    for (const [ids, code, named] of [
      [[own.id, own.id], 'division.challengeTwice', own.id],
      [[own.id, foreign.id], 'division.challengeUnknown', foreign.id],
      [[2_000_000_000], 'division.challengeUnknown', 2_000_000_000],
      [[-1], 'division.challengeUnknown', -1],
    ] as const) {
      const challengeConfigs = ids.map((challengeId) => ({ challengeId }))
      const answer = await send(open, { name: 'x', challengeConfigs })
      expect([answer.status, answer.body.code]).toEqual([400, code])
      expect(answer.text).toContain(String(named))
    }
    expect(await list(open)).toEqual([])
  })
})

describe('changing a division', () => {
  it('keeps what is null or left out', async () => {
    const open = await createOpenGame(world)
    const { id: challengeId } = await open.challenge()
    const given = {
      inviteCode: 'code',
      defaultPermissions: 3,
      challengeConfigs: [{ challengeId, permissions: 256 }],
    }
    const division = await create(open, given)
    const nulls = { name: null, inviteCode: null, defaultPermissions: null, challengeConfigs: null }
    for (const body of [{}, nulls]) {
      const answer = await put(open, division.id, body)
      expect([answer.status, answer.body]).toEqual([200, division])
    }
  })

  it('sets what is given, clears a code by an empty one, and replaces the whole list', async () => {
    const open = await createOpenGame(world)
    const [one, other] = [await open.challenge(), await open.challenge()]
    const { id } = await create(open, { inviteCode: 'code', challengeConfigs: [{ challengeId: one.id }] })
    const changes = {
      name: 'Guests',
      inviteCode: '',
      defaultPermissions: 0,
      challengeConfigs: [{ challengeId: other.id, permissions: 512 }],
    }
    const { body } = await put(open, id, changes)
    expect(body).toStrictEqual({ id, ...changes, inviteCode: null, version })
    expect(await list(open)).toStrictEqual([body])
    expect((await put(open, id, { challengeConfigs: [] })).body.challengeConfigs).toEqual([])
  })

  it.each([
    { name: '' },
    { name: 'x'.repeat(limits.divisionName + 1) },
    { defaultPermissions: 1.5 },
    { challengeConfigs: [{ challengeId: 2_000_000_000 }] },
    { challengeConfigs: 'none' },
  ])('refuses %j and changes nothing', async (body) => {
    const open = await createOpenGame(world)
    const { id: challengeId } = await open.challenge()
    const division = await create(open, { challengeConfigs: [{ challengeId }] })
    expect((await put(open, division.id, { ...body, inviteCode: 'new' })).status).toBe(400)
    expect(await list(open)).toEqual([division])
  })

  it('shows at once in what players are told', async () => {
    const open = await createOpenGame(world)
    const read = async () => (await world.visitor().get<DetailedGameInfo>(open.path)).body.divisions
    const { id } = await create(open, { inviteCode: 'code' })
    expect(await read()).toEqual([{ id, name: 'Students', inviteCodeRequired: true }])
    await put(open, id, { name: 'Guests', inviteCode: '' })
    expect(await read()).toEqual([{ id, name: 'Guests', inviteCodeRequired: false }])
    await remove(open, id)
    expect(await read()).toEqual([])
  })
})

describe('deleting a division', () => {
  it('leaves its teams in the game, without a division', async () => {
    const open = await createOpenGame(world)
    const division = await create(open)
    const { player, participation } = await open.team({ division, status: 'Suspended' })
    const other = await open.team({ division: await create(open) })
    const { status, text } = await remove(open, division.id)
    expect([status, text]).toEqual([200, ''])
    const info = async (who: Person) => (await who.get<DetailedGameInfo>(open.path)).body
    expect(await info(player)).toMatchObject({ status: 'Suspended', division: null, teamCount: 2 })
    expect((await info(other.player)).division).not.toBeNull()
    const row = await world.db
      .selectFrom('participation')
      .select(['game_id', 'division_id'])
      .where('id', '=', participation.id)
      .executeTakeFirst()
    expect(row).toEqual({ game_id: open.game.id, division_id: null })
  })

  it('is written to the log with who did it, as are the other changes', async () => {
    const open = await createOpenGame(world)
    const { id } = await create(open, { name: 'Logged' })
    await put(open, id, { defaultPermissions: 1 })
    await remove(open, id)
    await expect
      .poll(async () => {
        const rows = await world.db
          .selectFrom('log')
          .select(['msg', 'name'])
          .where('msg', 'like', `Division Logged (${id}) of game ${open.game.id} %`)
          .orderBy('id')
          .execute()
        return rows.map(({ msg, name }) => [msg.split(' ').at(-1), name])
      })
      .toEqual(['created', 'changed', 'deleted'].map((what) => [what, admin.userName]))
  })
})

describe('a division that is not there', () => {
  it('is not found, nor is one of another game, nor any of a game that is not there', async () => {
    const [open, other] = [await createOpenGame(world), await createOpenGame(world)]
    const { id } = await create(other)
    const nowhere = { ...open, game: { ...open.game, id: 2_000_000_000 } }
    const codes = []
    for (const [game, division] of [
      [open, id],
      [open, 2_000_000_000],
      [nowhere, id],
    ] as const)
      for (const answer of [await put(game, division, { name: 'x' }), await remove(game, division)])
        codes.push([answer.status, (answer.body as { code: string }).code])
    const missing = [404, 'division.notFound']
    expect(codes).toEqual([
      missing,
      missing,
      missing,
      missing,
      [404, 'game.notFound'],
      [404, 'game.notFound'],
    ])
    expect(await list(other)).toHaveLength(1)
    expect((await admin.get(pathOf(nowhere))).status).toBe(404)
    expect((await send(nowhere, { name: 'x' })).status).toBe(404)
  })

  it('is for administrators to look for', async () => {
    const open = await createOpenGame(world)
    const { id } = await create(open)
    const monitor = await world.person('Monitor')
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const) {
      expect((await monitor.call(method, pathOf(open) + path)).status).toBe(403)
      expect((await world.visitor().call(method, pathOf(open) + path)).status).toBe(401)
    }
  })
})

describe('two organizers at one division', () => {
  it('are told of each other by the version that the list shows', async () => {
    const open = await createOpenGame(world)
    await create(open)
    const [seen] = await list(open)
    if (seen?.version === undefined) throw new Error('a listed division has a version')
    const second = await world.person('Admin')
    const first = await put(open, seen.id, { name: 'one' }, seen.version)
    expect(first.headers.get('etag')).toBe(`"${first.body.version}"`)
    const late = await put(open, seen.id, { name: 'two' }, seen.version, second)
    expect([late.status, late.body.code]).toEqual([412, 'edit.conflict'])
    expect((await remove(open, seen.id, seen.version)).status).toBe(412)
    expect((await list(open))[0]?.name).toBe('one')
    expect((await put(open, seen.id, { name: 'two' }, first.body.version, second)).status).toBe(200)
    expect((await put(open, seen.id, { name: 'three' })).status).toBe(200)
    expect((await remove(open, seen.id, (await list(open))[0]?.version)).status).toBe(200)
  })

  it('at the same moment: one of them gets through', async () => {
    const open = await createOpenGame(world)
    const { id, version: seen } = await create(open)
    const names = ['one', 'two', 'three', 'four']
    const answers = await Promise.all(names.map((name) => put(open, id, { name }, seen)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412])
    const winner = answers.find(({ status }) => status === 200)
    expect(await list(open)).toEqual([winner?.body])
  })

  it('see one version for one state, and another for every other', async () => {
    const open = await createOpenGame(world)
    const { id: challengeId } = await open.challenge()
    const { id, version: first } = await create(open)
    const versions = [first]
    for (const body of [
      { name: 'Guests' },
      { inviteCode: 'code' },
      { defaultPermissions: 1 },
      { challengeConfigs: [{ challengeId }] },
      { challengeConfigs: [{ challengeId, permissions: 1 }] },
    ])
      versions.push((await put(open, id, body)).body.version)
    expect(new Set(versions).size).toBe(6)
    const back = { name: 'Students', inviteCode: '', defaultPermissions: All, challengeConfigs: [] }
    expect((await put(open, id, back)).body.version).toBe(first)
  })
})

describe('two processes', () => {
  it('show the same divisions, and let one of two edits through', async () => {
    const second = await world.another()
    try {
      const open = await createOpenGame(world)
      const cookie = `pennant_session=${admin.cookie()}`
      const there = (method: string, path: string, options: { body?: object; tag?: string } = {}) =>
        second.visitor().call<Division[]>(method, pathOf(open) + path, {
          ...(options.body === undefined ? {} : { body: options.body }),
          headers: { cookie, ...(options.tag === undefined ? {} : { 'if-match': `"${options.tag}"` }) },
        })
      expect((await there('GET', '')).body).toEqual([])
      const { id, version: tag = '' } = await create(open)
      await expect
        .poll(async () => (await there('GET', '')).body.map((one) => one.version), patient)
        .toEqual([tag])
      const statuses = await Promise.all([
        put(open, id, { name: 'here' }, tag),
        there('PUT', `/${id}`, { body: { name: 'there' }, tag }),
      ])
      expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
      expect((await there('DELETE', `/${id}`)).status).toBe(200)
      await expect.poll(() => list(open), patient).toEqual([])
    } finally {
      await second.close()
    }
  })
})
