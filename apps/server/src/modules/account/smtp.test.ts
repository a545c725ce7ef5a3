import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  byMail,
  linkIn,
  login,
  profileStatus,
  register,
  registrationOf,
  setPolicy,
} from '../../../../../tests/kit/account.ts'
import { type FakeSmtp, startFakeSmtp } from '../../../../../tests/kit/fake-smtp.ts'
import { createWorld, type Person, testPassword, type World } from '../../../../../tests/kit/world.ts'

let smtp: FakeSmtp
let world: World
let admin: Person
beforeAll(async () => {
  smtp = await startFakeSmtp()
  world = await createWorld({
    settings: {
      EMAIL_CONFIG__SENDER_ADDRESS: 'ctf@host.example',
      EMAIL_CONFIG__SMTP__HOST: '127.0.0.1',
      EMAIL_CONFIG__SMTP__PORT: String(smtp.port),
      EMAIL_CONFIG__SMTP__SECURE: 'none',
      PUBLIC_URL: 'https://ctf.example.org/',
    },
  })
  admin = await world.person('Admin')
  await setPolicy(admin, byMail)
})
afterAll(async () => {
  await world.close()
  await smtp.close()
})

const mailTo = async (address: string) => {
  await expect.poll(() => smtp.mails.some(({ to }) => to.includes(address))).toBe(true)
  const mail = smtp.mails.findLast(({ to }) => to.includes(address))
  if (mail === undefined) throw new Error('no mail')
  return mail
}

describe('an installation with a mail server and a public address', () => {
  it('sends links to that address, in text and HTML alike, and they work', async () => {
    const visitor = world.visitor({ 'accept-language': 'ru-RU' })
    expect((await register(visitor, registrationOf('mailed'))).body.data).toBe('EmailConfirmationRequired')
    const mail = await mailTo('mailed@players.example')
    expect(mail.from).toBe('ctf@host.example')
    expect(mail.header('subject')).toMatch(/^[^a-z]+ - GZ::CTF$/)
    const { url, token, email } = linkIn(mail.text)
    expect(url.origin).toBe('https://ctf.example.org')
    expect(mail.html).toContain(url.href.replaceAll('&', '&amp;'))
    expect((await visitor.post('/api/account/verify', { token, email })).status).toBe(200)
    expect(await profileStatus(visitor)).toBe(200)
  })

  it('is not led astray by the host that a caller names', async () => {
    await register(world.visitor({ 'x-forwarded-host': 'evil.example' }), registrationOf('astray'))
    const { url } = linkIn((await mailTo('astray@players.example')).text)
    expect(url.origin).toBe('https://ctf.example.org')
  })

  it('answers as soon as the mail is written, whatever becomes of it', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    smtp.judge(async () => {
      await held
      return { code: 550, text: 'No such user' }
    })
    try {
      expect((await register(world.visitor(), registrationOf('undelivered'))).status).toBe(200)
      const state = () =>
        world.db
          .selectFrom('mail')
          .select('state')
          .where('recipient', '=', 'undelivered@players.example')
          .executeTakeFirst()
      expect(await state()).toEqual({ state: 'queued' })
      release()
      await expect.poll(state).toEqual({ state: 'failed' })
    } finally {
      smtp.judge(() => undefined)
    }
    expect((await register(world.visitor(), registrationOf('undelivered'))).status).toBe(200)
    const { token, email } = linkIn((await mailTo('undelivered@players.example')).text)
    expect((await world.visitor().post('/api/account/verify', { token, email })).status).toBe(200)
    expect((await login(world.visitor(), 'undelivered', testPassword)).status).toBe(200)
  })

  it('writes no link and no password into its logs', async () => {
    await register(world.visitor(), registrationOf('discreet'))
    const { url, token } = linkIn((await mailTo('discreet@players.example')).text)
    await world.visitor().post('/api/account/verify', { token, email: url.searchParams.get('email') })
    await login(world.visitor(), 'discreet', 'Wr0ngSecret')
    await login(world.visitor(), 'Wr0ngSecret', testPassword)
    const stored = await world.db.selectFrom('log').selectAll().execute()
    const all = JSON.stringify([world.said, stored])
    for (const secret of [token, testPassword, 'Wr0ngSecret']) expect(all).not.toContain(secret)
    expect(world.said.length).toBeGreaterThan(0)
  })
})
