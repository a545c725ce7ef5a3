import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  byMail,
  lastMail,
  login,
  profileStatus,
  register,
  registrationOf,
  type SentMail,
  setPolicy,
} from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

const minute = 60_000
let world: World
let admin: Person
let other: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  other = await world.person('User')
  await setPolicy(admin, byMail)
})
afterAll(() => world.close())

const registered = async (name: string, email?: string): Promise<SentMail> => {
  const sign = registrationOf(name, email)
  expect((await register(world.visitor(), sign)).status).toBe(200)
  return lastMail(admin, sign.email)
}

const verify = (who: Client, token: string | undefined, email: string | undefined) =>
  who.post<{ code: string; status: number; title: string }>('/api/account/verify', { token, email })

describe('the mail that confirms an address', () => {
  it('leads to the page of this site with token and address', async () => {
    const mail = await registered('reads-mail')
    expect(mail.kind).toBe('confirm')
    expect(mail.url.origin).toBe(world.origin)
    expect(mail.url.pathname).toBe('/account/verify')
    expect([...mail.url.searchParams.keys()]).toEqual(['token', 'email'])
    expect(Buffer.from(mail.email, 'base64').toString()).toBe('reads-mail@players.example')
    expect(mail.html).toContain('reads-mail')
    // Base64 of base64 text: plus and slash would not survive a query.
    expect(mail.token).toMatch(/^[A-Za-z0-9]+={0,2}$/)
    expect(Buffer.from(mail.token, 'base64').toString()).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
  })

  it('leads on to where the registration was to go, behind a hash', async () => {
    const path = `/invite/7#${'ab'.repeat(16)}`
    const answer = await world
      .visitor()
      .post('/api/account/register', { ...registrationOf('returns'), returnTo: path })
    expect(answer.status).toBe(200)
    const { url, html } = await lastMail(admin, 'returns@players.example')
    expect(url.search).not.toContain('from')
    expect(new URLSearchParams(url.hash.slice(1)).get('from')).toBe(path)
    expect(html).toContain(url.href.replaceAll('&', '&amp;'))
  })

  it.each(['https://elsewhere.example/', 'javascript:alert(1)'])(
    'leads nowhere else for %s',
    async (returnTo) => {
      const name = `stays${returnTo.length}`
      await world.visitor().post('/api/account/register', { ...registrationOf(name), returnTo })
      expect((await lastMail(admin, `${name}@players.example`)).url.hash).toBe('')
    },
  )

  it('has a subject of the kind and the name of the platform, in the language of who asked', async () => {
    await admin.put('/api/admin/config', { globalConfig: { title: 'Harbour', slogan: '' } })
    const english = await registered('speaks-english')
    expect(english.subject).toMatch(/^.+ - Harbour::CTF$/)
    const german = world.visitor({ 'accept-language': 'de-DE' })
    const answer = await register(german, registrationOf('speaks-german'))
    expect(answer.headers.get('content-language')).toBe('de-DE')
    const { subject, html } = await lastMail(admin, 'speaks-german@players.example')
    expect(subject).not.toBe(english.subject)
    expect(subject).toMatch(/ - Harbour::CTF$/)
    expect(html).toContain('lang="de-DE"')
  })

  it('cannot carry markup that somebody chose as a name', async () => {
    const { html } = await registered('<b>x</b>', 'markup@players.example')
    expect(html).not.toContain('<b>x</b>')
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;')
  })
})

describe('opening the link', () => {
  it('confirms the account, logs in and sets its times', async () => {
    const { token, email } = await registered('opens-link')
    world.clock.advance(minute)
    const before = world.clock.now()
    const visitor = world.visitor({ 'x-forwarded-for': '192.0.2.7' })
    const answer = await verify(visitor, token, email)
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
    expect(answer.headers.get('content-type')).toBeNull()
    expect(await profileStatus(visitor)).toBe(200)
    const user = await world.db
      .selectFrom('user')
      .selectAll()
      .where('name', '=', 'opens-link')
      .executeTakeFirstOrThrow()
    expect(user.email_confirmed).toBe(true)
    for (const time of [user.registered_at, user.signed_in_at, user.visited_at])
      expect(time?.getTime()).toBeGreaterThanOrEqual(before)
    expect(user.ip).toBe('192.0.2.7')
    expect((await login(world.visitor(), 'opens-link')).status).toBe(200)
  })

  it('works once', async () => {
    const { token, email } = await registered('once-only')
    expect((await verify(world.visitor(), token, email)).status).toBe(200)
    const again = await verify(world.visitor(), token, email)
    expect([again.status, again.body.code]).toEqual([400, 'account.verifyUnknown'])
  })

  it('works once also when it is opened twice at the same time', async () => {
    const { token, email } = await registered('twice-at-once')
    const answers = await Promise.all([1, 2, 3].map(() => verify(world.visitor(), token, email)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('survives what a query makes of a plus sign', async () => {
    const mail = await registered('plus-sign', 'ab~\u00fe\u00fe@players.example')
    expect(mail.url.search).toContain('+')
    expect(mail.email).toContain(' ')
    expect((await verify(world.visitor(), mail.token, mail.email)).status).toBe(200)
  })

  it('takes the place of the session that the caller came with', async () => {
    const { token, email } = await registered('takes-place')
    const caller = world.visitor()
    await login(caller, other.userName)
    const old = caller.cookie() ?? ''
    await verify(caller, token, email)
    expect((await caller.get('/api/account/profile')).body).toMatchObject({ userName: 'takes-place' })
    caller.setCookie(old)
    expect(await profileStatus(caller)).toBe(401)
  })

  it('answers 401 once three hours are over, and 200 just before', async () => {
    const early = await registered('just-early')
    const late = await registered('too-late')
    world.clock.advance(180 * minute - 30_000)
    expect((await verify(world.visitor(), early.token, early.email)).status).toBe(200)
    world.clock.advance(30_000)
    const answer = await verify(world.visitor(), late.token, late.email)
    expect([answer.status, answer.body.status, answer.body.code]).toEqual([401, 401, 'account.verifyInvalid'])
  })

  it('answers 401 for a token of another account or purpose', async () => {
    const one = await registered('mine-only')
    const another = await registered('not-mine')
    expect((await verify(world.visitor(), another.token, one.email)).status).toBe(401)
    await other.put('/api/account/changeemail', { newMail: 'changed@players.example' })
    const change = await lastMail(admin, 'changed@players.example')
    expect((await verify(world.visitor(), change.token, one.email)).status).toBe(401)
    const { token, email } = await registered('resets-first')
    expect((await verify(world.visitor(), token, email)).status).toBe(200)
    await world.visitor().post('/api/account/recovery', { email: 'resets-first@players.example' })
    const reset = await lastMail(admin, 'resets-first@players.example')
    const { id } = await world.db
      .selectFrom('user')
      .select('id')
      .where('name', '=', 'resets-first')
      .executeTakeFirstOrThrow()
    await admin.put(`/api/admin/users/${id}`, { emailConfirmed: false })
    expect((await verify(world.visitor(), reset.token, reset.email)).status).toBe(401)
  })

  it('answers 400 for an unknown or confirmed address, 401 for a token that makes no sense', async () => {
    const { token, email } = await registered('no-sense')
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const answer = async (t: string, e: string) => (await verify(world.visitor(), t, e)).status
    expect(await answer(token, encoded('nobody@players.example'))).toBe(400)
    expect(await answer(token, encoded(other.email))).toBe(400)
    for (const wrong of [
      'x',
      '!!!!',
      '%%%',
      encoded('x'),
      encoded(encoded('x'.repeat(40))),
      token.slice(0, -8),
    ])
      expect(await answer(wrong, email)).toBe(401)
    for (const wrong of ['%%%', '!', encoded('\0'), Buffer.from([0xff, 0xfe]).toString('base64')])
      expect(await answer(token, wrong)).toBe(400)
    expect(await answer(token, email)).toBe(200)
  })

  it('answers 400 where token or address are missing, null or blank', async () => {
    for (const body of [
      {},
      { token: 'x' },
      { email: 'x' },
      { token: null, email: 'x' },
      { token: ' ', email: 'x' },
    ]) {
      const answer = await world.visitor().post<{ code: string }>('/api/account/verify', body)
      expect([answer.status, answer.body.code]).toEqual([400, 'validation.required'])
    }
  })

  it('confirms a banned account, but opens no session for it', async () => {
    const { token, email } = await registered('banned-early')
    const { id } = await world.db
      .selectFrom('user')
      .select('id')
      .where('name', '=', 'banned-early')
      .executeTakeFirstOrThrow()
    await admin.put(`/api/admin/users/${id}`, { role: 'Banned' })
    const visitor = world.visitor()
    const answer = await verify(visitor, token, email)
    expect([answer.status, answer.body.code]).toEqual([401, 'account.banned'])
    expect(visitor.cookie()).toBeUndefined()
  })
})
