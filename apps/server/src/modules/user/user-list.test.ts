import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserInfo } from '@pennant/contract/user'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type Page = { data: UserInfo[]; length: number; total: number }

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin', 'Chief')
})
afterAll(() => world.close())

const search = async (hint: string): Promise<Page> => {
  const answer = await admin.post<Page>(`/api/admin/users/search?hint=${encodeURIComponent(hint)}`)
  expect(answer.status).toBe(200)
  return answer.body
}

const namesFor = async (hint: string): Promise<string[]> =>
  (await search(hint)).data.map(({ userName }) => userName)

describe('the list of users', () => {
  it('holds exactly the fields of the wire', async () => {
    const { body } = await admin.get<Page>('/api/admin/users?count=1')
    expect(body).toStrictEqual({ data: [expect.anything()], length: 1, total: 1 })
    expect(body.data[0]).toStrictEqual({
      id: admin.id,
      userName: 'Chief',
      email: 'chief@players.example',
      bio: '',
      realName: '',
      stdNumber: '',
      phone: null,
      avatar: null,
      registerTimeUtc: expect.any(Number),
      lastVisitedUtc: expect.any(Number),
      ip: '127.0.0.1',
      role: 'Admin',
      emailConfirmed: true,
    })
    expect(Math.abs((body.data[0]?.registerTimeUtc ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  it('is in the order of registration and comes in pages with the total of all', async () => {
    const ids = [admin.id]
    for (let made = 0; made < 4; made++) ids.push((await world.person()).id)
    const pages = [0, 2, 4].map((skip) => admin.get<Page>(`/api/admin/users?count=2&skip=${skip}`))
    const bodies = (await Promise.all(pages)).map(({ body }) => body)
    expect(bodies.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids)
    expect(ids.toSorted()).toEqual(ids)
    expect(bodies.map(({ length, total }) => [length, total])).toEqual([
      [2, 5],
      [2, 5],
      [1, 5],
    ])
    expect((await admin.get('/api/admin/users?count=0')).body).toEqual({ data: [], length: 0, total: 5 })
    expect((await admin.get('/api/admin/users?skip=900')).body).toEqual({ data: [], length: 0, total: 5 })
    expect((await admin.get<Page>('/api/admin/users?COUNT=500')).body.length).toBe(5)
  })

  it.each(['count=501', 'count=-1', 'count=x', 'count=', 'skip=-1', 'skip=2147483648'])(
    'refuses %s',
    async (query) => {
      const answer = await admin.get<{ title: string; status: number }>(`/api/admin/users?${query}`)
      expect([answer.status, answer.body.status]).toEqual([400, 400])
      expect(answer.body.title).not.toBe('')
    },
  )

  it('is for administrators alone, who learn so before anything else', async () => {
    const monitor = await world.person('Monitor')
    const calls: [string, string][] = [
      ['GET', '/api/admin/users?count=9999'],
      ['POST', '/api/admin/users'],
      ['POST', '/api/admin/users/search'],
      ['GET', `/api/admin/users/${admin.id}`],
      ['PUT', `/api/admin/users/${admin.id}`],
      ['DELETE', `/api/admin/users/${admin.id}`],
      ['DELETE', `/api/admin/users/${admin.id}/password`],
    ]
    for (const [method, path] of calls) {
      expect([method, path, (await world.visitor().call(method, path)).status]).toEqual([method, path, 401])
      expect([method, path, (await monitor.call(method, path)).status]).toEqual([method, path, 403])
    }
  })
})

describe('searching users', () => {
  beforeAll(async () => {
    const target = await world.person('User', 'Needle_100%')
    await world.person('User', 'Needlex1000')
    const slashed = await world.person('User', 'Slashed')
    await admin.put(`/api/admin/users/${slashed.id}`, { realName: 'Back\\slash' })
    await admin.put(`/api/admin/users/${target.id}`, {
      realName: 'Jürgen Übermann',
      stdNumber: 'ST-4711-x',
      phone: '+49 (30) 12-34',
    })
  })

  it.each([
    ['name', 'nEEDLE_1'],
    ['e-mail', 'NEEDLE_100%@PLAYERS'],
    ['real name', 'jürgen'],
    ['real name, whose letters have other capitals', 'üBERM'],
    ['student number', 'st-4711-X'],
    ['phone', '(30) 12'],
  ])('goes by the %s', async (_field, hint) => {
    expect(await namesFor(hint)).toEqual(['Needle_100%'])
  })

  it('goes by the text of the id', async () => {
    expect(await namesFor(admin.id.slice(9).toUpperCase())).toEqual(['Chief'])
  })

  it('takes what means something to a database as letters', async () => {
    expect(await namesFor('_')).toEqual(['Needle_100%'])
    expect(await namesFor('00%')).toEqual(['Needle_100%'])
    expect(await namesFor('k\\s')).toEqual(['Slashed'])
    expect(await namesFor("' or 1=1")).toEqual([])
  })

  it('needs a hint', async () => {
    for (const query of ['', '?hint=', '?hint=%20', `?hint=${'a'.repeat(257)}`, '?hint=%00'])
      expect([query, (await admin.post(`/api/admin/users/search${query}`)).status]).toEqual([query, 400])
  })

  it('finds at most thirty, the oldest, and counts what it found', async () => {
    const rows = Array.from({ length: 31 }, (_, at) => {
      const name = `Crowd${String(at).padStart(2, '0')}`
      return { userName: name, email: `${name}@players.example`, password: 'Passw0rd' }
    })
    expect((await admin.post('/api/admin/users', rows)).status).toBe(200)
    const found = await search('crowd')
    expect(found.data.map(({ userName }) => userName)).toEqual(
      rows.slice(0, 30).map(({ userName }) => userName),
    )
    expect([found.length, found.total]).toEqual([30, 30])
  })
})

describe('one user', () => {
  it('is read as a profile, not as the entry of the list', async () => {
    const person = await world.person('User', 'Pictured')
    await admin.put(`/api/admin/users/${person.id}`, { bio: 'b', phone: '1', realName: 'r', stdNumber: 's' })
    await person.upload('PUT', '/api/account/avatar', 'file', [{ name: 'a.png', bytes: await samplePng() }])
    const { body } = await admin.get(`/api/admin/users/${person.id.toUpperCase()}`)
    expect(body).toStrictEqual({
      userId: person.id,
      role: 'User',
      userName: 'Pictured',
      email: 'pictured@players.example',
      bio: 'b',
      phone: '1',
      realName: 'r',
      stdNumber: 's',
      avatar: expect.stringMatching(/^\/assets\/[0-9a-f]{64}\/avatar$/),
    })
  })

  it.each([
    '00000000-0000-0000-0000-000000000000',
    'nobody',
    '123',
    `${'0'.repeat(8)}-0000-0000-0000-00000000000g`,
  ])('is unknown as %s, whatever is asked', async (id) => {
    const calls: [string, string, unknown?][] = [
      ['GET', `/api/admin/users/${id}`],
      ['PUT', `/api/admin/users/${id}`, {}],
      ['DELETE', `/api/admin/users/${id}`],
      ['DELETE', `/api/admin/users/${id}/password`],
    ]
    for (const [method, path, body] of calls) {
      const answer = await admin.call<{ status: number; title: string }>(method, path, { body })
      expect([method, answer.status, answer.body.status]).toEqual([method, 404, 404])
    }
  })
})
