import { createHash, createPrivateKey, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultBloodBonus, type GameInfo } from '@pennant/contract/game'
import { signedTeamText } from '@pennant/rules/team/team-token'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { createVault } from '../../core/setting/vault.ts'

let world: World
let admin: Person
const clock = createTestClock()
beforeAll(async () => {
  world = await createWorld({ clock })
  admin = await world.person('Admin')
})
afterAll(() => world.close())

type Refusal = { code: string; status: number }

const create = async (game: object = {}): Promise<GameInfo> => {
  const answer = await admin.post<GameInfo>('/api/edit/games', { title: 'Cup', ...game })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const pathOf = ({ id }: { id: number }): string => `/api/edit/games/${id}`
const put = (game: GameInfo, body: object, ifMatch?: string | null, by: Person = admin) =>
  by.call<GameInfo & Refusal>('PUT', pathOf(game), {
    body,
    ...(ifMatch == null ? {} : { headers: { 'if-match': ifMatch } }),
  })
const tagOf = async (game: GameInfo): Promise<string> =>
  (await admin.get(pathOf(game))).headers.get('etag') ?? ''

const everything = {
  title: 'Cup',
  hidden: true,
  summary: 'short',
  content: '# Long',
  acceptWithoutReview: true,
  writeupRequired: true,
  inviteCode: 'code',
  teamMemberCountLimit: 4,
  containerCountLimit: 0,
  practiceMode: false,
  start: 1_700_000_000_001,
  end: 1_800_000_000_002,
  writeupDeadline: 1_800_000_000_003,
  writeupNote: 'as a PDF',
  bloodBonus: 314_726_450,
}
const defaults = {
  hidden: false,
  summary: '',
  content: '',
  acceptWithoutReview: false,
  writeupRequired: false,
  inviteCode: null,
  teamMemberCountLimit: 0,
  containerCountLimit: 3,
  practiceMode: true,
  start: 0,
  end: 0,
  writeupNote: '',
  bloodBonus: defaultBloodBonus,
}
const fresh = { id: expect.any(Number), poster: null, publicKey: expect.any(String) }

describe('creating a game', () => {
  it('answers all that was set, and what was not has its default', async () => {
    expect(await create(everything)).toStrictEqual({ ...fresh, ...everything })
    expect(await create({ title: 'Bare' })).toStrictEqual({
      ...fresh,
      ...defaults,
      title: 'Bare',
      writeupDeadline: clock.now(),
    })
  })

  it('passes over what organizers do not set', async () => {
    const publicKey = Buffer.alloc(32).toString('base64')
    const sent = { id: 17, poster: '/assets/x/poster', publicKey, hashSalt: '0'.repeat(64) }
    const game = await create(sent)
    expect(game.id).not.toBe(17)
    expect(game.publicKey).not.toBe(publicKey)
    expect(game.poster).toBeNull()
  })

  it('takes times as text, and an end before the start', async () => {
    const game = await create({ start: '2026-11-21T10:00:00Z', end: '2026-11-20', writeupDeadline: '0' })
    expect([game.start, game.end, game.writeupDeadline]).toEqual([
      Date.UTC(2026, 10, 21, 10),
      Date.UTC(2026, 10, 20),
      0,
    ])
  })

  it.each([
    [0, 0],
    [1_049_601_000, 1_049_601_000],
    [1_049_624_576, defaultBloodBonus],
    [-1, defaultBloodBonus],
    [2_147_483_647, defaultBloodBonus],
  ])('stores the blood bonus %i as %i', async (sent, stored) => {
    const { id, bloodBonus } = await create({ bloodBonus: sent })
    expect(bloodBonus).toBe(stored)
    const row = await world.db
      .selectFrom('game')
      .select('blood_bonus')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.blood_bonus).toBe(stored)
  })

  it('shows the usual blood bonus where an impossible one is stored', async () => {
    const game = await create()
    await world.db.updateTable('game').set({ blood_bonus: -5 }).where('id', '=', game.id).execute()
    expect((await admin.get<GameInfo>(pathOf(game))).body.bloodBonus).toBe(defaultBloodBonus)
  })

  it('takes an empty invite code for none', async () => {
    expect((await create({ inviteCode: '' })).inviteCode).toBeNull()
  })

  it.each([
    {},
    { title: '' },
    { title: ' \t' },
    { title: null },
    { title: 'x'.repeat(129) },
    { title: 'Cup', summary: null },
    { title: 'Cup', content: null },
    { title: 'Cup', inviteCode: 'x'.repeat(33) },
    { title: 'Cup', start: 'soon' },
    { title: 'Cup', end: null },
    { title: 'Cup', hidden: 'maybe' },
    { title: 'Cup', teamMemberCountLimit: -1 },
    { title: 'Cup', bloodBonus: 1.5 },
    [],
  ])('refuses %j', async (sent) => {
    const count = async (): Promise<number> =>
      (await world.db.selectFrom('game').select('id').execute()).length
    const before = await count()
    expect((await admin.post('/api/edit/games', sent)).status).toBe(400)
    expect(await count()).toBe(before)
  })

  it('takes no name that would turn the text around it, and says so in the language of the caller', async () => {
    const game = await create()
    const turned = 'Cup \u202e2026'
    const edits: [string, object][] = [
      ['/api/edit/games', { title: turned }],
      [`${pathOf(game)}/challenges`, { title: turned, category: 'Misc', type: 'StaticAttachment' }],
      [`${pathOf(game)}/divisions`, { name: turned }],
      ['/api/team', { name: turned }],
    ]
    for (const [path, body] of edits) {
      const answer = await admin.call<Refusal & { title: string }>('POST', path, {
        body,
        headers: { 'accept-language': 'de-DE' },
      })
      expect(answer.body, path).toMatchObject({ status: 400, code: 'name.invisible' })
      expect(answer.body.title).toContain('Textrichtung')
    }
    expect((await put(game, { ...everything, title: turned })).body.code).toBe('name.invisible')
  })

  it('gives it a key of its own, whose private half only the installation can open', async () => {
    const [one, other] = [await create(), await create()]
    expect(one.publicKey).not.toBe(other.publicKey)
    expect(Buffer.from(one.publicKey, 'base64')).toHaveLength(32)
    const { private_key: locked } = await world.db
      .selectFrom('game')
      .select('private_key')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    const seed = createVault('the secret of a test').unlock(locked)
    expect(seed).toHaveLength(32)
    const key = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    const signature = sign(
      null,
      Buffer.from(signedTeamText(7)),
      createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    )
    const teamToken = `7:${signature.toString('base64')}`
    for (const [game, status] of [
      [one, 200],
      [other, 401],
    ] as const) {
      const { publicKey } = game
      const answer = await world.visitor().post('/api/team/verify', { teamToken, publicKey })
      expect(answer.status).toBe(status)
    }
  })

  it('makes a salt that is told to organizers and belongs to the stored key', async () => {
    const { id } = await create()
    const row = await world.db
      .selectFrom('game')
      .select('private_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const salt = createHash('sha256').update(`PENNANT@${row.private_key}@PK`).digest('hex')
    const answer = await admin.get(`/api/edit/games/${id}/hashsalt`)
    expect([answer.status, answer.text]).toEqual([200, JSON.stringify(salt)])
  })

  it('is written to the log with who did it', async () => {
    const { id } = await create({ title: 'Logged' })
    await expect
      .poll(() =>
        world.db
          .selectFrom('log')
          .select(['name', 'status'])
          .where('msg', '=', `Game Logged (${id}) created`)
          .execute(),
      )
      .toEqual([{ name: admin.userName, status: 'Success' }])
  })
})

describe('reading games to edit', () => {
  it('pages through all of them, the newest first, and shows none unless asked', async () => {
    const made = [await create(), await create({ hidden: true }), await create()]
    type Page = { data: GameInfo[]; length: number; total: number }
    const page = async (query: string): Promise<Page> =>
      (await admin.get<Page>(`/api/edit/games${query}`)).body
    const { total } = await page('')
    expect(await page('')).toEqual({ data: [], length: 0, total })
    expect(await page('?count=2')).toEqual({ data: made.slice(1).toReversed(), length: 2, total })
    expect((await page('?count=1&skip=2')).data).toEqual(made.slice(0, 1))
    expect(await page(`?count=100&skip=${total}`)).toEqual({ data: [], length: 0, total })
    expect((await page('?count=100')).data).toHaveLength(total)
  })

  it.each(['?count=101', '?count=-1', '?skip=-1', '?count=x'])('refuses %s', async (query) =>
    expect((await admin.get(`/api/edit/games${query}`)).status).toBe(400),
  )

  it('is for administrators', async () => {
    const game = await create()
    const monitor = await world.person('Monitor')
    const calls = [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${game.id}`],
      ['PUT', `/${game.id}`],
      ['DELETE', `/${game.id}`],
      ['GET', `/${game.id}/hashsalt`],
      ['PUT', `/${game.id}/poster`],
    ] as const
    for (const [method, path] of calls) {
      expect((await monitor.call(method, `/api/edit/games${path}`)).status).toBe(403)
      expect((await world.visitor().call(method, `/api/edit/games${path}`)).status).toBe(401)
    }
  })

  it('finds no game that is not there', async () => {
    for (const id of ['2000000000', '0', '-1', 'x', '99999999999']) {
      const path = `/api/edit/games/${id}`
      const answers = [
        await admin.get(path),
        await admin.put(path, { title: 'x' }),
        await admin.delete(path),
        await admin.get(`${path}/hashsalt`),
      ]
      for (const { status, body } of answers)
        expect([status, body]).toEqual([404, expect.objectContaining({ status: 404 })])
    }
  })
})

describe('changing a game', () => {
  it('replaces all that is set, and answers the whole game', async () => {
    const game = await create({ title: 'Before' })
    const { status, body } = await put(game, everything)
    expect(status).toBe(200)
    expect(body).toStrictEqual({ ...game, ...everything })
    expect((await admin.get(pathOf(game))).body).toStrictEqual(body)
  })

  it('sets what is left out back to its default, but for the key and the poster', async () => {
    const game = await create(everything)
    clock.advance(5000)
    expect((await put(game, { title: 'After' })).body).toStrictEqual({
      ...game,
      ...defaults,
      title: 'After',
      writeupDeadline: clock.now(),
    })
  })

  it('takes the game as it was answered', async () => {
    const game = await create(everything)
    expect((await put(game, game)).body).toStrictEqual(game)
  })

  it('keeps the salt', async () => {
    const game = await create()
    const salt = (await admin.get(`${pathOf(game)}/hashsalt`)).text
    await put(game, { title: 'After' })
    expect((await admin.get(`${pathOf(game)}/hashsalt`)).text).toBe(salt)
  })

  it.each([{}, { title: '' }, { title: 'x', content: null }])(
    'refuses %j and changes nothing',
    async (sent) => {
      const game = await create(everything)
      expect((await put(game, sent)).status).toBe(400)
      expect((await admin.get(pathOf(game))).body).toStrictEqual(game)
    },
  )
})

describe('two organizers at one game', () => {
  it('overwrite each other without knowing, where their clients show no tag', async () => {
    const game = await create()
    expect((await put(game, { ...game, title: 'one' })).status).toBe(200)
    expect((await put(game, { ...game, summary: 'two' })).body).toMatchObject({
      title: 'Cup',
      summary: 'two',
    })
  })

  it('hear of each other where they do, and nothing is lost', async () => {
    const game = await create()
    const second = await world.person('Admin')
    const tag = await tagOf(game)
    const first = await put(game, { ...game, title: 'one' }, tag)
    expect(first.status).toBe(200)
    const late = await put(game, { ...game, title: 'two' }, tag, second)
    expect([late.status, late.body.code, late.body.status]).toEqual([412, 'edit.conflict', 412])
    expect((await admin.get<GameInfo>(pathOf(game))).body.title).toBe('one')
    const again = await put(game, { ...first.body, summary: 'two' }, first.headers.get('etag'), second)
    expect(again.body).toMatchObject({ title: 'one', summary: 'two' })
  })

  it('at the same moment: one of them gets through', async () => {
    const game = await create()
    const tag = await tagOf(game)
    const titles = ['one', 'two', 'three', 'four', 'five']
    const answers = await Promise.all(titles.map((title) => put(game, { ...game, title }, tag)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412, 412])
    const winner = answers.find(({ status }) => status === 200)
    expect((await admin.get(pathOf(game))).body).toStrictEqual(winner?.body)
  })

  it('may show any tag, several, or none that fits', async () => {
    const game = await create()
    const tag = await tagOf(game)
    const status = async (ifMatch: string): Promise<number> => (await put(game, game, ifMatch)).status
    expect(await status('*')).toBe(200)
    expect(await status(`"other", ${tag}`)).toBe(200)
    expect(await status(`W/${tag}`)).toBe(200)
    expect(await status('nonsense')).toBe(412)
    expect(await status('""')).toBe(412)
  })

  it('see the same tag in every answer, strong and kept by nobody', async () => {
    const made = await admin.post<GameInfo>('/api/edit/games', { title: 'Cup' })
    const answers = [made, await admin.get(pathOf(made.body)), await put(made.body, made.body)]
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    for (const { headers } of answers) {
      expect(headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('do not delete what the other has just changed', async () => {
    const game = await create()
    const headers = { 'if-match': await tagOf(game) }
    await put(game, { ...game, title: 'saved' })
    expect((await admin.call('DELETE', pathOf(game), { headers })).status).toBe(412)
    expect((await admin.get<GameInfo>(pathOf(game))).body.title).toBe('saved')
    const current = { 'if-match': await tagOf(game) }
    expect((await admin.call('DELETE', pathOf(game), { headers: current })).status).toBe(200)
  })
})
