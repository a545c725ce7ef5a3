import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loggedIn, profileStatus } from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Refusal = { status: number; code: string; field?: string; title: string }
const update = (who: Client, body: unknown) => who.put<Refusal | undefined>('/api/account/update', body)
const profileOf = async (who: Client) => (await who.get<Record<string, unknown>>('/api/account/profile')).body

describe('the own profile', () => {
  it('has the fields of the wire, and no others', async () => {
    const person = await world.person()
    const answer = await person.get('/api/account/profile')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toEqual({
      userId: person.id,
      role: 'User',
      userName: person.userName,
      email: person.email,
      bio: '',
      phone: null,
      realName: '',
      stdNumber: '',
      avatar: null,
    })
    expect(person.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it('is 401, never a redirect, for anyone who is not logged in or shows a made-up session', async () => {
    const visitor = world.visitor()
    for (const token of [undefined, 'x', 'x'.repeat(43), '', '%00', 'ÿ'.repeat(4)]) {
      if (token !== undefined) visitor.setCookie(encodeURIComponent(token))
      const answer = await visitor.get('/api/account/profile')
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ title: expect.any(String), status: 401, code: 'auth.required' })
    }
  })

  it('can also be asked for by anyone who does not know whether there is one', async () => {
    const person = await world.person()
    const mine = await person.get<{ profile: object }>('/api/account/session')
    expect(mine.body).toEqual({ profile: await profileOf(person) })
    const nobody = await world.visitor().get('/api/account/session')
    expect([nobody.status, nobody.body]).toEqual([200, { profile: null }])
    const banned = await world.person()
    await (await world.person('Admin')).put(`/api/admin/users/${banned.id}`, { role: 'Banned' })
    expect((await banned.get('/api/account/session')).status).toBe(403)
  })
})

describe('changing the own profile', () => {
  it('changes what is given and leaves what is absent or null', async () => {
    const person = await world.person()
    const all = {
      bio: 'Two\nlines',
      phone: '+49 (30) 123-45 ext. 6',
      realName: 'Ä. Person',
      stdNumber: 'S-1',
    }
    const answer = await update(person, all)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await profileOf(person)).toMatchObject(all)
    expect((await update(person, { bio: null, phone: null, userName: null })).status).toBe(200)
    expect((await update(person, {})).status).toBe(200)
    expect(await profileOf(person)).toMatchObject({ ...all, userName: person.userName })
    expect((await update(person, { bio: '', realName: '', stdNumber: '' })).status).toBe(200)
    expect(await profileOf(person)).toMatchObject({ ...all, bio: '', realName: '', stdNumber: '' })
  })

  it('does not undo what is changed elsewhere at the same time', async () => {
    const person = await world.person()
    const fields = ['bio', 'realName', 'stdNumber'] as const
    await Promise.all(fields.map((field) => update(person, { [field]: `my ${field}` })))
    expect(await profileOf(person)).toMatchObject({
      bio: 'my bio',
      realName: 'my realName',
      stdNumber: 'my stdNumber',
    })
  })

  it('cannot change anything else', async () => {
    const person = await world.person()
    await update(person, {
      role: 'Admin',
      email: 'x@players.example',
      userId: crypto.randomUUID(),
      avatar: 'x',
    })
    expect(await profileOf(person)).toMatchObject({
      role: 'User',
      email: person.email,
      userId: person.id,
      avatar: null,
    })
  })

  it.each([
    ['userName', 'a'.repeat(3), 'a'.repeat(15), 'a'.repeat(2), 'a'.repeat(16)],
    ['bio', '', '😀'.repeat(64), null, `${'😀'.repeat(64)}x`],
    ['realName', '', 'ä'.repeat(128), null, 'ä'.repeat(129)],
    ['stdNumber', '', '1'.repeat(64), null, '1'.repeat(65)],
    ['phone', '1', '1'.repeat(32), '', '1'.repeat(33)],
  ])(
    'takes %s exactly within its limits, in UTF-16 units',
    async (field, shortest, longest, tooShort, tooLong) => {
      const person = await world.person()
      for (const fits of [shortest, longest]) {
        expect((await update(person, { [field]: fits })).status).toBe(200)
        expect((await profileOf(person))[field]).toBe(fits)
      }
      for (const unfit of [tooShort, tooLong]) {
        if (unfit === null) continue
        const answer = await update(person, { [field]: unfit })
        expect(answer.status).toBe(400)
        expect(answer.body).toMatchObject({ status: 400, field })
      }
      expect((await profileOf(person))[field]).toBe(longest)
    },
  )

  it.each([
    [{ userName: '' }, 'validation.required', 'userName'],
    [{ userName: '     ' }, 'validation.required', 'userName'],
    [{ userName: '\u200b\u200b\u3164' }, 'validation.required', 'userName'],
    [{ userName: 'two\nlines' }, 'validation.text', 'userName'],
    [{ userName: 'nul\0byte' }, 'validation.text', 'userName'],
    [{ userName: 'half\ud800' }, 'validation.text', 'userName'],
    [{ phone: '' }, 'validation.phone', 'phone'],
    [{ phone: 'call me' }, 'validation.phone', 'phone'],
    [{ phone: '+' }, 'validation.phone', 'phone'],
    [{ bio: 5 }, 'validation.type', 'bio'],
    [{ bio: ['x'] }, 'validation.type', 'bio'],
    [{ realName: 'a\u2028b' }, 'validation.text', 'realName'],
    [[], 'validation.body', undefined],
    ['text', 'validation.body', undefined],
  ])('refuses %j', async (body, code, field) => {
    const person = await world.person()
    const { status, body: answer } = await update(person, body)
    expect([status, answer?.code, answer?.field]).toEqual([400, code, field])
  })
})

describe('changing the own name', () => {
  it('ends other sessions, renews the own, and shows at once', async () => {
    const person = await world.person()
    const elsewhere = await loggedIn(world, person.userName)
    const before = person.cookie()
    expect((await update(person, { userName: 'new-name-1' })).status).toBe(200)
    expect(person.cookie()).not.toBe(before)
    expect((await profileOf(person))['userName']).toBe('new-name-1')
    expect(await profileStatus(elsewhere)).toBe(401)
    await loggedIn(world, 'NEW-NAME-1')
  })

  it('does nothing of that where the name is the same, and all of it where only the case differs', async () => {
    const person = await world.person('User', 'same-name')
    const elsewhere = await loggedIn(world, person.userName)
    const before = person.cookie()
    expect((await update(person, { userName: 'same-name', bio: 'x' })).status).toBe(200)
    expect(person.cookie()).toBe(before)
    expect(await profileStatus(elsewhere)).toBe(200)
    expect((await update(person, { userName: 'Same-Name' })).status).toBe(200)
    expect((await profileOf(person))['userName']).toBe('Same-Name')
    expect(await profileStatus(elsewhere)).toBe(401)
  })

  it('is refused for a name that somebody has, and changes nothing then', async () => {
    const [person, other] = [await world.person(), await world.person()]
    const answer = await update(person, { userName: other.userName.toUpperCase(), bio: 'new' })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ title: expect.any(String), status: 400, code: 'account.nameTaken' })
    expect(await profileOf(person)).toMatchObject({ userName: person.userName, bio: '' })
    expect(await profileStatus(person)).toBe(200)
  })

  it('goes to exactly one of many who want the name at once', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => world.person()))
    const answers = await Promise.all(people.map((person) => update(person, { userName: 'sought-after' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
  })
})
