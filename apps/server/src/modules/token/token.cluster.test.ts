import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiToken } from '@pennant/contract/token'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type Created = { token: string; info: ApiToken }

const dayMs = 86_400_000
const clock = createTestClock()
let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld({ clock, settings: { SESSION_DAYS: '365' } })
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const create = async (body: object, by: Person = admin): Promise<Created> => {
  const answer = await by.post<Created>('/api/tokens', body)
  expect(answer.status).toBe(200)
  return answer.body
}
const list = async (): Promise<ApiToken[]> => (await admin.get<ApiToken[]>('/api/tokens')).body
const find = async ({ info }: Created): Promise<ApiToken | undefined> =>
  (await list()).find(({ id }) => id === info.id)
const opens = async ({ token }: Created): Promise<boolean> =>
  (await world.app.modules.token.verify(token)) !== null
const payloadOf = ({ token }: Created): unknown =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

describe('making a token', () => {
  it('answers its text once and what is known of it, with exactly the fields of the wire', async () => {
    const answer = await admin.post<Created>('/api/tokens', { name: 'Scoreboard', expiresIn: 30 })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { body } = answer
    expect(body).toStrictEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]{86}$/),
      info: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
        name: 'Scoreboard',
        creatorId: admin.id,
        creator: admin.userName,
        createdAt: clock.now(),
        expiresAt: clock.now() + 30 * dayMs,
        lastUsedAt: null,
        isRevoked: false,
      },
    })
    expect(await find(body)).toStrictEqual(body.info)
    const now = Math.floor(clock.now() / 1000)
    expect(payloadOf(body)).toStrictEqual({ jti: body.info.id, iat: now, exp: now + 30 * 86_400 })
  })

  it.each([{ expiresIn: 0 }, { expiresIn: null }, {}])('with %j it never expires', async (expiry) => {
    const made = await create({ name: 'forever', ...expiry })
    expect(made.info.expiresAt).toBeNull()
    expect(payloadOf(made)).toStrictEqual({ jti: made.info.id, iat: expect.any(Number) })
  })

  it.each([
    {},
    { name: '' },
    { name: '  ' },
    { name: null },
    { name: 'a'.repeat(129) },
    { name: 'a', expiresIn: -1 },
    { name: 'a', expiresIn: 1.5 },
    { name: 'a', expiresIn: 'soon' },
    { name: 'a', expiresIn: 4_294_967_295 },
  ])('is refused for %j', async (body) => {
    const before = (await list()).length
    expect((await admin.post('/api/tokens', body)).status).toBe(400)
    expect(await list()).toHaveLength(before)
  })
})

describe('the list of tokens', () => {
  it('has those of everybody, the oldest first', async () => {
    const other = await world.person('Admin')
    const made: Created[] = []
    for (const by of [admin, other, admin]) {
      clock.advance(1000)
      made.push(await create({ name: 'ordered' }, by))
    }
    const ordered = (await list()).filter(({ name }) => name === 'ordered')
    expect(ordered).toStrictEqual(made.map(({ info }) => info))
    expect(ordered.map(({ creator }) => creator)).toEqual([admin.userName, other.userName, admin.userName])
  })

  it('keeps a token whose creator is gone', async () => {
    const leaver = await world.person('Admin')
    const made = await create({ name: 'orphan' }, leaver)
    expect((await admin.delete(`/api/admin/users/${leaver.id}`)).status).toBe(200)
    expect(await find(made)).toStrictEqual({ ...made.info, creatorId: null, creator: null })
    expect(await opens(made)).toBe(true)
  })

  it('is for administrators with a session, not for tokens', async () => {
    const monitor = await world.person('Monitor')
    const { token, info } = await create({ name: 'no key to itself' })
    for (const [method, path] of [
      ['GET', '/api/tokens'],
      ['POST', '/api/tokens'],
      ['POST', `/api/tokens/${info.id}/restore`],
      ['DELETE', `/api/tokens/${info.id}`],
    ] as const) {
      expect((await monitor.call(method, path)).status).toBe(403)
      expect((await world.visitor({ authorization: `Bearer ${token}` }).call(method, path)).status).toBe(401)
    }
  })
})

describe('revoking and restoring', () => {
  it('undo each other, however often', async () => {
    const made = await create({ name: 'on and off' })
    for (let round = 0; round < 2; round++) {
      const answer = await admin.delete(`/api/tokens/${made.info.id}`)
      expect([answer.status, answer.text]).toEqual([200, ''])
      expect([(await find(made))?.isRevoked, await opens(made)]).toEqual([true, false])
    }
    for (let round = 0; round < 2; round++) {
      const answer = await admin.post(`/api/tokens/${made.info.id.toUpperCase()}/restore`)
      expect([answer.status, answer.text]).toEqual([200, ''])
      expect([(await find(made))?.isRevoked, await opens(made)]).toEqual([false, true])
    }
    expect((await admin.delete(`/api/tokens/${made.info.id}?delete=false`)).status).toBe(200)
    expect(await find(made)).toMatchObject({ isRevoked: true })
  })

  it('end with deletion', async () => {
    const made = await create({ name: 'short-lived' })
    expect((await admin.delete(`/api/tokens/${made.info.id}?delete=true`)).status).toBe(200)
    expect([await find(made), await opens(made)]).toEqual([undefined, false])
    for (const [method, path] of [
      ['DELETE', `/api/tokens/${made.info.id}?delete=true`],
      ['DELETE', `/api/tokens/${made.info.id}`],
      ['POST', `/api/tokens/${made.info.id}/restore`],
      ['DELETE', '/api/tokens/nothing'],
      ['POST', '/api/tokens/nothing/restore'],
    ] as const) {
      const answer = await admin.call(method, path)
      expect([path, answer.status, answer.body]).toEqual([
        path,
        404,
        expect.objectContaining({ status: 404, title: expect.any(String) }),
      ])
    }
    expect((await admin.delete(`/api/tokens/${made.info.id}?delete=perhaps`)).status).toBe(400)
  })
})

describe('using a token', () => {
  it('notes when it was last used', async () => {
    const made = await create({ name: 'used' })
    clock.advance(5000)
    expect(await opens(made)).toBe(true)
    expect((await find(made))?.lastUsedAt).toBe(clock.now())
  })

  it('ends with its day, also when only the stored one has passed', async () => {
    const [one, two] = [
      await create({ name: 'a day', expiresIn: 1 }),
      await create({ name: 'two days', expiresIn: 2 }),
    ]
    await world.db
      .updateTable('api_token')
      .set({ expires_at: new Date(clock.now() + 1000) })
      .where('id', '=', two.info.id)
      .execute()
    expect([await opens(one), await opens(two)]).toEqual([true, true])
    clock.advance(1000)
    expect([await opens(one), await opens(two)]).toEqual([true, false])
    clock.advance(dayMs - 1001)
    expect(await opens(one)).toBe(true)
    clock.advance(1)
    expect(await opens(one)).toBe(false)
    await world.db.updateTable('api_token').set({ expires_at: null }).where('id', '=', one.info.id).execute()
    expect(await opens(one)).toBe(false)
    expect((await admin.post(`/api/tokens/${one.info.id}/restore`)).status).toBe(200)
    expect(await opens(one)).toBe(false)
  })

  it('needs the signature of this installation', async () => {
    const made = await create({ name: 'genuine' })
    const [payload = '', signature = ''] = made.token.split('.')
    const other = await create({ name: 'another' })
    for (const token of [
      '',
      payload,
      `${payload}.${other.token.split('.')[1]}`,
      `${payload}.${signature}x`,
      `x${made.token}`,
      'a.b',
    ])
      expect(await world.app.modules.token.verify(token)).toBeNull()
    expect(await opens(made)).toBe(true)
  })

  it('goes on after a restart, in another process as well', async () => {
    const made = await create({ name: 'shared' })
    const second = await world.another()
    try {
      expect(await second.app.modules.token.verify(made.token)).toBe(made.info.id)
    } finally {
      await second.close()
    }
  })
})
