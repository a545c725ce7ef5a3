import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loggedIn, profileStatus } from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createWorld, testPassword, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const adminEdits = (person: Person, body: object) => admin.put(`/api/admin/users/${person.id}`, body)
const withTwo = async (role?: Person['role']): Promise<{ person: Person; elsewhere: Client }> => {
  const person = await world.person(role)
  const elsewhere = await loggedIn(world, person.userName)
  expect(await Promise.all([profileStatus(person), profileStatus(elsewhere)])).toEqual([200, 200])
  return { person, elsewhere }
}

describe('what an administrator does to an account', () => {
  it.each([
    ['a new password', (person: Person) => admin.delete(`/api/admin/users/${person.id}/password`)],
    ['a new name', (person: Person) => adminEdits(person, { userName: `r${person.userName}` })],
    [
      'a new address',
      (person: Person) => adminEdits(person, { email: `new-${person.email}`, emailConfirmed: true }),
    ],
    ['its end', (person: Person) => admin.delete(`/api/admin/users/${person.id}`)],
    [
      'being overwritten',
      ({ userName, email }: Person) =>
        admin.post('/api/admin/users', [{ userName, email, password: testPassword }]),
    ],
  ])('ends all of its sessions at once: %s', async (_, act) => {
    const { person, elsewhere } = await withTwo()
    expect((await act(person)).status).toBe(200)
    expect(await Promise.all([profileStatus(person), profileStatus(elsewhere)])).toEqual([401, 401])
  })

  it.each([
    ['a change of its bio', { bio: 'x' }],
    ['the same name and address', {}],
    ['taking back its confirmation', { emailConfirmed: false }],
  ])('leaves its sessions alone: %s', async (_, body) => {
    const { person, elsewhere } = await withTwo()
    const { userName, email } = person
    expect((await adminEdits(person, { userName, email, ...body })).status).toBe(200)
    expect(await Promise.all([profileStatus(person), profileStatus(elsewhere)])).toEqual([200, 200])
  })

  it('changes its role at once, up, down and to nothing', async () => {
    const { person, elsewhere } = await withTwo()
    const statuses = async (): Promise<number[]> =>
      Promise.all([
        person.get('/api/admin/users').then(({ status }) => status),
        elsewhere.get('/api/admin/logs').then(({ status }) => status),
        profileStatus(elsewhere),
      ])
    expect(await statuses()).toEqual([403, 403, 200])
    await adminEdits(person, { role: 'Admin' })
    expect(await statuses()).toEqual([200, 200, 200])
    await adminEdits(person, { role: 'Monitor' })
    expect(await statuses()).toEqual([403, 403, 200])
    await adminEdits(person, { role: 'Banned' })
    expect(await statuses()).toEqual([403, 403, 403])
  })
})

describe('what administrators do to their own account', () => {
  it.each([
    [
      'a new name',
      ({ id }: Person) => ({ method: 'PUT', path: `/${id}`, body: { userName: `own${id.slice(-8)}` } }),
    ],
    [
      'a new address',
      ({ id }: Person) => ({
        method: 'PUT',
        path: `/${id}`,
        body: { email: `own${id}@players.example`, emailConfirmed: true },
      }),
    ],
    ['a new password', ({ id }: Person) => ({ method: 'DELETE', path: `/${id}/password`, body: undefined })],
    [
      'being overwritten',
      ({ userName, email }: Person) => ({
        method: 'POST',
        path: '',
        body: [{ userName, email, password: testPassword }],
      }),
    ],
  ])('ends their other sessions and renews the one they use: %s', async (_, act) => {
    const { person, elsewhere } = await withTwo('Admin')
    const before = person.cookie()
    const { method, path, body } = act(person)
    const answer = await person.call(method, `/api/admin/users${path}`, body === undefined ? {} : { body })
    expect(answer.status).toBe(200)
    expect(person.cookie()).not.toBe(before)
    expect(await Promise.all([profileStatus(person), profileStatus(elsewhere)])).toEqual([200, 401])
  })
})

describe('visits', () => {
  const visitOf = async (id: string) =>
    world.db.selectFrom('user').select(['visited_at', 'ip']).where('id', '=', id).executeTakeFirstOrThrow()
  const visited = async (id: string, ip: string): Promise<number> => {
    await expect.poll(async () => (await visitOf(id)).ip).toBe(ip)
    return (await visitOf(id)).visited_at?.getTime() ?? 0
  }
  const from = (person: Person, ip: string, path = '/api/account/profile') =>
    person.get(path, { 'x-forwarded-for': ip })

  it('are remembered with time and address, at most once in five seconds', async () => {
    const person = await world.person()
    world.clock.advance(60_000)
    const first = world.clock.now()
    await from(person, '192.0.2.50')
    expect(await visited(person.id, '192.0.2.50')).toBeGreaterThanOrEqual(first)
    await from(person, '192.0.2.51')
    world.clock.advance(5_000)
    const second = world.clock.now()
    await from(person, '192.0.2.52')
    expect(await visited(person.id, '192.0.2.52')).toBeGreaterThanOrEqual(second)
  })

  it('are those to gated statuses that opened', async () => {
    const person = await world.person()
    const before = await visitOf(person.id)
    world.clock.advance(60_000)
    await from(person, '192.0.2.60', '/api/config')
    await from(person, '192.0.2.61', '/api/admin/users')
    await world.core.visits.close()
    expect(await visitOf(person.id)).toEqual(before)
  })
})
