import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWorld, testPassword, type World } from '../../kit/world.ts'
import { expectHealthy } from './audit.ts'
import { head, raw } from './raw.ts'
import { createSetup, type Setup, unique } from './setup.ts'

let setup: Setup
beforeAll(async () => {
  setup = await createSetup()
})
afterAll(() => setup.close())
afterEach(() => expectHealthy(setup.world))

const unconfirmed = async () => {
  const person = await setup.newUser()
  await setup.world.db
    .updateTable('user')
    .set({ email_confirmed: false })
    .where('id', '=', person.id)
    .execute()
  return person
}

describe('anyone who guesses who has an account', () => {
  it('gets the same answer for a wrong password, an unknown name and an account that waits', async () => {
    const { userName, email } = setup.stranger
    const waiting = await unconfirmed()
    const attempts = [
      { userName, password: 'Wrong0000' },
      { userName: email, password: 'Wrong0000' },
      { userName: `no${unique()}`, password: 'Wrong0000' },
      { userName: `${unique()}@players.example`, password: 'Wrong0000' },
      { userName: waiting.userName, password: 'Wrong0000' },
      { userName: waiting.userName, password: testPassword },
    ]
    const answers = await Promise.all(
      attempts.map((sent) => setup.world.visitor().post('/api/account/login', sent)),
    )
    const [first] = answers
    expect(first?.status).toBe(401)
    for (const { status, text } of answers) expect([status, text]).toEqual([401, first?.text])
  })

  it('waits for as much work where there is no such account', async () => {
    const verify = vi.spyOn(setup.world.adapters.hasher, 'verify')
    const workFor = async (userName: string): Promise<number> => {
      verify.mockClear()
      await setup.world.visitor().post('/api/account/login', { userName, password: 'Wrong0000' })
      return verify.mock.calls.length
    }
    const person = await setup.newUser()
    const known = await workFor(person.userName)
    expect(known).toBe(1)
    expect(await workFor(person.email)).toBe(known)
    expect(await workFor(`no${unique()}`)).toBe(known)
    expect(await workFor(`${unique()}@players.example`)).toBe(known)
    expect(await workFor((await unconfirmed()).userName)).toBe(known)
    verify.mockRestore()
  })

  it('learns nothing about a mail address by setting a password for it', async () => {
    const encode = (text: string): string => Buffer.from(text).toString('base64')
    const answers = await Promise.all(
      [setup.stranger.email, `${unique()}@players.example`, 'not an address', ''].map((email) =>
        setup.world.visitor().post('/api/account/passwordreset', {
          email: encode(email) || 'AA==',
          rToken: encode('nonsense'),
          password: testPassword,
        }),
      ),
    )
    const [first] = answers
    expect(first?.status).toBe(400)
    for (const { status, text } of answers) expect([status, text]).toEqual([400, first?.text])
  })
})

describe('the link in a mail', () => {
  const publicUrl = 'https://ctf.example'
  let world: World
  beforeAll(async () => {
    world = await createWorld({ settings: { PUBLIC_URL: publicUrl } })
  })
  afterAll(() => world.close())

  const linksFor = async (where: World, ...lines: readonly string[]): Promise<string> => {
    const admin = await where.person('Admin', `a${unique()}`)
    await admin.put('/api/admin/config', { accountPolicy: { emailConfirmationRequired: true } })
    const body = JSON.stringify({ email: admin.email })
    const start = [
      'POST /api/account/recovery HTTP/1.1',
      ...lines,
      'Connection: close',
      'Content-Type: application/json',
    ]
    const answer = await raw(
      where.origin,
      [...start, `Content-Length: ${body.length}`, '', body].join('\r\n'),
    )
    expect(answer).toMatchObject({ status: 200 })
    const mail = await where.db
      .selectFrom('mail')
      .selectAll()
      .where('recipient', '=', admin.email)
      .executeTakeFirstOrThrow()
    return `${mail.subject}\n${mail.text}\n${mail.html}`
  }

  it.each([
    ['Host: evil.example'],
    ['Host: ctf.example:1@evil.example'],
    ['Host: evil"><a href="https://evil.example'],
    ['Host: ctf.example', 'X-Forwarded-Host: evil.example'],
    ['Host: ctf.example', 'Forwarded: host=evil.example'],
    ['Host: ctf.example', 'X-Forwarded-Proto: javascript'],
    ['Host: ctf.example', 'Origin: https://ctf.example', 'Referer: https://evil.example/'],
  ])('leads to the address of the installation, whatever %s says', async (...lines) => {
    const mail = await linksFor(world, ...lines)
    expect(mail).toContain(`${publicUrl}/account/reset?token=`)
    expect(mail).not.toMatch(/evil|javascript:/)
  })

  it('leads to the server itself where nobody else reaches it and nobody has named an address', async () => {
    const other = await createWorld()
    const mail = await linksFor(
      other,
      'Host: ctf.example',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: javascript',
    )
    expect(mail).toContain(`${other.origin}/account/reset?token=`)
    expect(mail).not.toMatch(/evil|ctf\.example|javascript:/)
    await other.close()
  })
})

describe('a role', () => {
  it('cannot be had by a head line of the request', async () => {
    const lines = [
      'X-User: admin',
      'X-Role: Admin',
      'X-Forwarded-User: admin',
      'Authorization: Bearer admin',
      'X-Real-IP: 127.0.0.1',
    ]
    const { status } = await raw(setup.world.origin, head('GET /api/admin/users', ...lines))
    expect(status).toBe(401)
  })
})
