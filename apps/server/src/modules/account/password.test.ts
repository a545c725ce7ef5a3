import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loggedIn, login, profileStatus } from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createWorld, testPassword, type World } from '../../../../../tests/kit/world.ts'

const newPassword = 'An0therWord'
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const change = (who: Client, body: object) =>
  who.put<{ code: string; field?: string } | undefined>('/api/account/changepassword', body)
const outcome = async (who: Client, body: object): Promise<[number, string | undefined]> => {
  const answer = await change(who, body)
  return [answer.status, answer.body?.code]
}

describe('changing the own password', () => {
  it('makes the new one the only one, ends other sessions and renews the own', async () => {
    const person = await world.person()
    const elsewhere = await loggedIn(world, person.userName)
    const before = person.cookie() ?? ''
    const answer = await change(person, { old: testPassword, new: newPassword })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(person.cookie()).not.toBe(before)
    expect(await profileStatus(person)).toBe(200)
    expect(await profileStatus(elsewhere)).toBe(401)
    const old = world.visitor()
    old.setCookie(before)
    expect(await profileStatus(old)).toBe(401)
    expect((await login(world.visitor(), person.userName, testPassword)).status).toBe(401)
    expect((await login(world.visitor(), person.userName, newPassword)).status).toBe(200)
  })

  it('answers 401 for anyone who is not logged in, before looking at the body', async () => {
    expect(await outcome(world.visitor(), {})).toEqual([401, 'auth.required'])
  })

  it('refuses a wrong old password before looking at the new one', async () => {
    const person = await world.person()
    expect(await outcome(person, { old: 'Wr0ngWord', new: 'weak66' })).toEqual([
      400,
      'account.oldPasswordWrong',
    ])
    expect(await outcome(person, { old: testPassword, new: 'weakweak' })).toEqual([
      400,
      'password.needsDigit',
    ])
    expect(await outcome(person, { old: testPassword, new: 'WEAKW3AK' })).toEqual([
      400,
      'password.needsLower',
    ])
    expect(await outcome(person, { old: testPassword, new: 'weakw3ak' })).toEqual([
      400,
      'password.needsUpper',
    ])
    expect(await outcome(person, { old: testPassword, new: `${'x'.repeat(127)}A1` })).toEqual([
      400,
      'password.tooLong',
    ])
    expect(await profileStatus(person)).toBe(200)
    expect((await login(world.visitor(), person.userName)).status).toBe(200)
  })

  it('refuses what is missing, blank or too short, naming the field', async () => {
    const person = await world.person()
    for (const [body, code, field] of [
      [{ new: newPassword }, 'validation.required', 'old'],
      [{ old: testPassword }, 'validation.required', 'new'],
      [{ old: '      ', new: newPassword }, 'validation.required', 'old'],
      [{ old: 'aA1aA', new: newPassword }, 'validation.tooShort', 'old'],
      [{ old: testPassword, new: 'aA1aA' }, 'validation.tooShort', 'new'],
    ] as const) {
      const answer = await change(person, body)
      expect([answer.status, answer.body]).toMatchObject([400, { code, field }])
    }
  })

  it('lets one of two changes at once win', async () => {
    const person = await world.person()
    const elsewhere = await loggedIn(world, person.userName)
    const outcomes = await Promise.all([
      outcome(person, { old: testPassword, new: newPassword }),
      outcome(elsewhere, { old: testPassword, new: 'Y3tAnother' }),
    ])
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1)
    const logins = await Promise.all(
      [newPassword, 'Y3tAnother'].map((one) => login(world.visitor(), person.userName, one)),
    )
    expect(logins.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })
})
