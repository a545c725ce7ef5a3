import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { login, profileStatus } from '../../../../../tests/kit/account.ts'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createWorld, testPassword, type Person, type World } from '../../../../../tests/kit/world.ts'

describe('two processes', () => {
  let here: World
  let there: World
  let admin: Person
  beforeAll(async () => {
    here = await createWorld()
    there = await here.another()
    admin = await here.person('Admin')
  })
  afterAll(async () => {
    await there.close()
    await here.close()
  })

  const onBoth = async (): Promise<{ person: Person; moved: Client }> => {
    const person = await here.person()
    const moved = there.visitor()
    moved.setCookie(person.cookie() ?? '')
    expect(await Promise.all([profileStatus(person), profileStatus(moved)])).toEqual([200, 200])
    return { person, moved }
  }
  const statusAfter = async (who: Client, before: number): Promise<number> => {
    const status = await profileStatus(who)
    return status === before ? statusAfter(who, before) : status
  }

  it('know each other’s sessions', async () => {
    const person = await here.person()
    const client = there.visitor()
    expect((await login(client, person.userName)).status).toBe(200)
    const back = here.visitor()
    back.setCookie(client.cookie() ?? '')
    expect(await profileStatus(back)).toBe(200)
  })

  it.each([
    ['logging out', (person: Person) => person.post('/api/account/logout')],
    [
      'a new password',
      (person: Person) =>
        person.put('/api/account/changepassword', { old: testPassword, new: 'An0therWord' }),
    ],
    [
      'a new name',
      (person: Person) => person.put('/api/account/update', { userName: `x${person.userName}` }),
    ],
    [
      'a reset by an administrator',
      (person: Person) => admin.delete(`/api/admin/users/${person.id}/password`),
    ],
    ['the end of the account', (person: Person) => admin.delete(`/api/admin/users/${person.id}`)],
  ])('hear of it when a session ends: %s', async (_, act) => {
    const { person, moved } = await onBoth()
    expect((await act(person)).status).toBe(200)
    expect(await statusAfter(moved, 200)).toBe(401)
  })

  it('hear of a ban and of its end', async () => {
    const { person, moved } = await onBoth()
    await admin.put(`/api/admin/users/${person.id}`, { role: 'Banned' })
    expect(await statusAfter(moved, 200)).toBe(403)
    await admin.put(`/api/admin/users/${person.id}`, { role: 'User' })
    expect(await statusAfter(moved, 403)).toBe(200)
  })

  it('count failed logins together', async () => {
    const person = await here.person()
    const from = { 'x-forwarded-for': '192.0.2.99' }
    for (const world of [here, there, here])
      expect((await login(world.visitor(from), person.userName, 'Wr0ngWord')).status).toBe(401)
    const start = performance.now()
    expect((await login(there.visitor(from), person.userName, 'Wr0ngWord')).status).toBe(401)
    expect(performance.now() - start).toBeGreaterThanOrEqual(245)
  })

  it('give a name to one of many who want it on both', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 === 0 ? here : there).visitor().post('/api/account/register', {
          userName: 'only-one',
          email: `only-one-${at}@players.example`,
          password: testPassword,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('two processes that lose Redis', () => {
  it('notice within a second that the other has banned somebody or ended a session', async () => {
    const clock = createTestClock()
    const deaf = { CONNECTION_STRINGS__REDIS_CACHE: 'redis://127.0.0.1:1' }
    const here = await createWorld({ settings: deaf, clock })
    onTestFinished(() => here.close())
    const there = await here.another({ settings: deaf })
    onTestFinished(() => there.close())
    const admin = await here.person('Admin')
    const [banned, gone] = [await here.person(), await here.person()]
    const statuses = (): Promise<number[]> =>
      Promise.all(
        [banned, gone].map((person) => {
          const moved = there.visitor()
          moved.setCookie(person.cookie() ?? '')
          return profileStatus(moved)
        }),
      )
    expect(await statuses()).toEqual([200, 200])
    await admin.put(`/api/admin/users/${banned.id}`, { role: 'Banned' })
    await admin.delete(`/api/admin/users/${gone.id}`)
    clock.advance(1000)
    expect(await statuses()).toEqual([403, 401])
  })
})
