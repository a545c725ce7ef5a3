import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { addressOfNobody } from '@pennant/rules/account/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, mailsTo } from '../../../../../tests/kit/account.ts'
import { createWorld, type Person, testPassword, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const olderHash = (password: string): string => {
  const salt = randomBytes(16)
  const head = Buffer.from('01000000020000000a00000010', 'hex')
  return Buffer.concat([head, salt, pbkdf2Sync(password, salt, 10, 32, 'sha512')]).toString('base64')
}
const hashOf = async ({ id }: Person): Promise<string | null> =>
  (await world.db.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash

const personWith = async (password_hash: string | null): Promise<Person> => {
  const person = await world.person()
  await world.db.updateTable('user').set({ password_hash }).where('id', '=', person.id).execute()
  return person
}
const answerTo = async (person: Person, password = testPassword, headers = {}) => {
  const { status, body } = await login(world.visitor(headers), person.userName, password)
  return [status, body?.code]
}

describe('an account with the password hash of another platform', () => {
  it('has ours from the first login on, and the same password', async () => {
    const person = await personWith(olderHash(testPassword))
    expect(await answerTo(person, 'Wr0ngWord')).toEqual([401, 'account.credentials'])
    expect(await hashOf(person)).not.toMatch(/^\$/)
    expect(await answerTo(person)).toEqual([200, undefined])
    const ours = await hashOf(person)
    expect(ours).toMatch(/^\$argon2id\$/)
    expect(await answerTo(person)).toEqual([200, undefined])
    expect(await hashOf(person)).toBe(ours)
    // What was open stays open.
    expect((await person.get('/api/account/profile')).status).toBe(200)
  })

  it('is braked like every other', async () => {
    const [theirs, ours] = [await personWith(olderHash(testPassword)), await world.person()]
    for (const person of [theirs, ours]) {
      const answers = []
      for (let at = 0; at < 3; at += 1) answers.push(await answerTo(person, 'Wr0ngWord'))
      expect(answers.map(([status]) => status)).toEqual([401, 401, 401])
    }
  })

  it('can change the password', async () => {
    const person = await personWith(olderHash(testPassword))
    const changed = await person.put('/api/account/changepassword', { old: testPassword, new: 'An0therWord' })
    expect(changed.status).toBe(200)
    expect(await answerTo(person, 'An0therWord')).toEqual([200, undefined])
  })
})

describe('an account whose password nobody can check', () => {
  it.each([
    ['of an unknown format', '$2b$12$K3JNi5xUQEppzEmVlNLQ3uyQXcmhRPXSTxk1Fxq7Q1bF3nGfHk4kW'],
    ['that is missing', null],
  ])('gets one link in an hour to set a new one, instead of a hash %s', async (_what, hash) => {
    const person = await personWith(hash)
    // Of a guesser who reads German.
    for (const headers of [{ 'accept-language': 'de' }, {}])
      expect(await answerTo(person, testPassword, headers)).toEqual([401, 'account.passwordUnknown'])
    const mails = await mailsTo(admin, person.email)
    expect(mails.map(({ kind }) => kind)).toEqual(['reset'])
    const [mail] = mails
    expect(mail?.text).toContain('password')
    const reset = { password: 'An0therWord', email: mail?.email, rToken: mail?.token }
    expect((await world.visitor().post('/api/account/passwordreset', reset)).status).toBe(200)
    expect(await answerTo(person, 'An0therWord')).toEqual([200, undefined])
  })

  it('gets the link at the next login, if the first one could not be written', async () => {
    const person = await personWith(null)
    await sql`alter table mail rename to mail_away`.execute(world.db)
    expect((await answerTo(person))[0]).toBe(500)
    await sql`alter table mail_away rename to mail`.execute(world.db)
    expect(await answerTo(person)).toEqual([401, 'account.passwordUnknown'])
    expect(await mailsTo(admin, person.email)).toHaveLength(1)
  })

  it('gets none at an address that leads nowhere: only an administrator can help', async () => {
    const person = await personWith(null)
    const email = addressOfNobody(person.id)
    const change = { email, email_key: email }
    await world.db.updateTable('user').set(change).where('id', '=', person.id).execute()
    expect(await answerTo(person)).toEqual([401, 'account.credentials'])
    const { body } = await world.visitor().post('/api/account/recovery', { email })
    expect(body).toMatchObject({ code: 'account.recoveryByAdmin' })
    expect(await mailsTo(admin, email)).toEqual([])
  })

  it('gets none while it is banned or unconfirmed', async () => {
    for (const change of [{ role: 'Banned' as const }, { email_confirmed: false }]) {
      const person = await personWith(null)
      await world.db.updateTable('user').set(change).where('id', '=', person.id).execute()
      expect(await answerTo(person)).toEqual([401, 'account.credentials'])
      expect(await mailsTo(admin, person.email)).toEqual([])
    }
  })
})
