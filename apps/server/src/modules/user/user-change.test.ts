import type { ProfileUserInfo } from '@pennant/contract/account'
import type { TeamInfo } from '@pennant/contract/team'
import type { UserInfo } from '@pennant/contract/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const change = (person: { id: string }, changes: object, by: Person = admin) =>
  by.put<{ title: string }>(`/api/admin/users/${person.id}`, changes)

const infoOf = async ({ id }: { id: string }): Promise<UserInfo | undefined> =>
  (await admin.post<{ data: UserInfo[] }>(`/api/admin/users/search?hint=${id}`)).body.data[0]

const login = (userName: string, password: string) =>
  world.visitor().post('/api/account/login', { userName, password })

const statusOf = async (person: Person): Promise<number> => (await person.get('/api/account/profile')).status

describe('changing a user', () => {
  it('keeps what is null or left out and answers with an empty body', async () => {
    const person = await world.person()
    const everything = {
      bio: 'a',
      phone: '+1 2',
      realName: 'b',
      stdNumber: 'c',
      emailConfirmed: true,
      role: 'Monitor',
    }
    const answer = await change(person, everything)
    expect([answer.status, answer.text]).toEqual([200, ''])
    const nulls = Object.fromEntries(
      [...Object.keys(everything), 'userName', 'email'].map((name) => [name, null]),
    )
    expect((await change(person, nulls)).status).toBe(200)
    expect((await change(person, {})).status).toBe(200)
    expect(await infoOf(person)).toMatchObject({
      ...everything,
      userName: person.userName,
      email: person.email,
    })
  })

  it('overwrites with empty texts where a text may be empty', async () => {
    const person = await world.person()
    await change(person, { bio: 'a', realName: 'b', stdNumber: 'c' })
    expect((await change(person, { bio: '', realName: '', stdNumber: '' })).status).toBe(200)
    expect(await infoOf(person)).toMatchObject({ bio: '', realName: '', stdNumber: '' })
  })

  it.each([
    { userName: 'ab' },
    { userName: 'a'.repeat(16) },
    { userName: '' },
    { userName: '    ' },
    { email: 'nobody' },
    { email: '' },
    { phone: '' },
    { phone: 'none' },
    { bio: 'a'.repeat(129) },
    { realName: 'a'.repeat(129) },
    { stdNumber: 'a'.repeat(65) },
    { role: 'Emperor' },
    { role: 7 },
    { emailConfirmed: 'perhaps' },
  ])('refuses %j and changes nothing', async (changes) => {
    const person = await world.person()
    const before = await infoOf(person)
    expect((await change(person, { stdNumber: 'new', ...changes })).status).toBe(400)
    expect(await infoOf(person)).toEqual(before)
  })

  it.each([
    [3, 'Admin'],
    ['2', 'Monitor'],
    ['user', 'User'],
    [0, 'Banned'],
  ])('takes %j for the role %s', async (role, name) => {
    const person = await world.person()
    expect((await change(person, { role })).status).toBe(200)
    expect((await infoOf(person))?.role).toBe(name)
  })

  it('takes away confirmation with a new address, unless it is given again', async () => {
    const person = await world.person()
    await change(person, { email: 'first@players.example' })
    expect(await infoOf(person)).toMatchObject({ email: 'first@players.example', emailConfirmed: false })
    expect((await login(person.userName, person.password)).status).toBe(401)
    await change(person, { email: 'second@players.example', emailConfirmed: true })
    expect(await infoOf(person)).toMatchObject({ emailConfirmed: true })
    expect((await login('Second@players.example', person.password)).status).toBe(200)
    await change(person, { email: 'second@players.example' })
    expect((await infoOf(person))?.emailConfirmed).toBe(true)
  })

  it('refuses a name or an address that somebody else has, however it is written', async () => {
    const [person, other] = [await world.person('User', 'TakenOne'), await world.person()]
    expect((await change(other, { userName: 'takenone' })).status).toBe(400)
    expect((await change(other, { email: person.email.toUpperCase() })).status).toBe(400)
    expect((await change(other, { userName: other.userName.toUpperCase() })).status).toBe(200)
  })

  it('ends the sessions of a user who gets a new name or address, and of nobody else', async () => {
    const [renamed, moved, kept] = [await world.person(), await world.person(), await world.person()]
    await change(renamed, { userName: 'Somebody New' })
    await change(moved, { email: 'moved@players.example', emailConfirmed: true })
    await change(kept, { bio: 'the same', role: 'Monitor' })
    expect([await statusOf(renamed), await statusOf(moved), await statusOf(kept)]).toEqual([401, 401, 200])
  })

  it('takes effect on a role at once', async () => {
    const person = await world.person('Admin')
    expect((await person.get('/api/admin/users')).status).toBe(200)
    await change(person, { role: 'User' })
    expect((await person.get('/api/admin/users')).status).toBe(403)
    await change(person, { role: 'Banned' })
    expect(await statusOf(person)).toBe(403)
    await change(person, { role: 'Admin' })
    expect((await person.get('/api/admin/users')).status).toBe(200)
  })

  it('leaves administrators who change themselves logged in, but only here', async () => {
    const chief = await world.person('Admin', 'OldChief')
    const elsewhere = await login('OldChief', chief.password)
    expect(elsewhere.status).toBe(200)
    const cookie = elsewhere.headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? ''
    expect((await change(chief, { userName: 'NewChief' }, chief)).status).toBe(200)
    expect((await chief.get<ProfileUserInfo>('/api/account/profile')).body.userName).toBe('NewChief')
    expect((await chief.get('/api/admin/users')).status).toBe(200)
    const visitor = world.visitor()
    visitor.setCookie(cookie)
    expect((await visitor.get('/api/account/profile')).status).toBe(401)
  })
})

describe('deleting a user', () => {
  it('removes the account, its sessions, its memberships and its avatar', async () => {
    const person = await world.person()
    const avatar = await person.upload<string>('PUT', '/api/account/avatar', 'file', [
      { name: 'a.png', bytes: await samplePng({ color: '#010203' }) },
    ])
    const captain = await world.person()
    const team = await captain.post<TeamInfo>('/api/team', { name: 'Crew' })
    const code = await captain.get<string>(`/api/team/${team.body.id}/invite`)
    expect((await person.post('/api/team/accept', code.body)).status).toBe(200)

    const answer = await admin.delete(`/api/admin/users/${person.id}`)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await statusOf(person)).toBe(401)
    expect((await login(person.userName, person.password)).status).toBe(401)
    expect((await world.visitor().get(avatar.body)).status).toBe(404)
    expect((await captain.get<TeamInfo>(`/api/team/${team.body.id}`)).body.members).toHaveLength(1)
    expect((await admin.delete(`/api/admin/users/${person.id}`)).status).toBe(404)
  })

  it('refuses the own account', async () => {
    expect((await admin.delete(`/api/admin/users/${admin.id}`)).status).toBe(400)
    expect(await statusOf(admin)).toBe(200)
  })

  it('refuses a captain and names the team', async () => {
    const captain = await world.person()
    await captain.post('/api/team', { name: 'Seven Seals' })
    const answer = await admin.call<{ title: string }>('DELETE', `/api/admin/users/${captain.id}`)
    expect(answer.status).toBe(400)
    expect(answer.body.title).toContain('Seven Seals')
    expect(await statusOf(captain)).toBe(200)
  })
})

describe('resetting a password', () => {
  it('answers a strong one, ends the sessions and forgets the old one', async () => {
    const person = await world.person()
    const answer = await admin.call<string>('DELETE', `/api/admin/users/${person.id}/password`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const password = answer.body
    expect(password).toMatch(/^[A-Za-z0-9!@#$%^&*()\-_=+]{16}$/)
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[!@#$%^&*()\-_=+]/]) expect(password).toMatch(kind)
    expect(await statusOf(person)).toBe(401)
    expect((await login(person.userName, person.password)).status).toBe(401)
    expect((await login(person.userName, password)).status).toBe(200)
  })

  it('leaves administrators who reset their own logged in here', async () => {
    const chief = await world.person('Admin')
    const { body: password } = await chief.call<string>('DELETE', `/api/admin/users/${chief.id}/password`)
    expect(await statusOf(chief)).toBe(200)
    expect((await login(chief.userName, password)).status).toBe(200)
  })
})
