import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import type { MailServer } from '@pennant/contract/mail-server'
import type { SystemStatus } from '@pennant/contract/status'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inCluster } from '../../../../../tests/kit/cluster.ts'
import { type FakeSmtp, type FakeSmtpOptions, startFakeSmtp } from '../../../../../tests/kit/fake-smtp.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { createVault } from '../../core/setting/vault.ts'

type Refusal = { code: string; title: string; field?: string }
const password = 'mail-Passw0rd-17'
const account = { user: 'mailer', password }

let world: World
let admin: Person
const owned: (() => Promise<unknown>)[] = []
const begin = async (settings: Record<string, string> = {}): Promise<void> => {
  world = await createWorld({ settings: { PUBLIC_URL: 'https://ctf.example', ...settings } })
  owned.push(world.close)
  admin = await world.person('Admin')
}
beforeEach(() => begin())
afterEach(async () => {
  for (const close of owned.splice(0).toReversed()) await close()
})

const smtpServer = async (options: FakeSmtpOptions = {}): Promise<FakeSmtp> => {
  const smtp = await startFakeSmtp(options)
  owned.push(smtp.close)
  return smtp
}
const tcpServer = async (said: string): Promise<number> => {
  const server: Server = createServer((socket) => socket.on('error', () => undefined).write(said))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  owned.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port // a TCP server that listens has one
}
const serverAt = (port: number, more: object = {}) => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  userName: 'mailer',
  password,
  senderAddress: 'noreply@ctf.example',
  senderName: 'Harbour',
  ...more,
})
const put = <Body = Refusal>(body: object, who = admin) => who.put<Body>('/api/admin/config/mail', body)
const read = async (who = admin): Promise<MailServer> =>
  (await who.get<MailServer>('/api/admin/config/mail')).body
const recover = async (email: string): Promise<void> => {
  await admin.put('/api/admin/config', { accountPolicy: { emailConfirmationRequired: true } })
  expect((await world.visitor().post('/api/account/recovery', { email })).status).toBe(200)
}
const storedText = async (): Promise<string> => {
  const { rows } = await sql<{ text: string }>`select coalesce(string_agg(value::text, ' '), '') as text
    from setting where key = 'MailServer'`.execute(world.db)
  return rows[0]?.text ?? ''
}

describe('the mail server of the settings', () => {
  it('is kept once it has taken a mail, and sends without a restart', async () => {
    const smtp = await smtpServer({ account })
    expect((await read()).senderAddress).toBe('')
    const answer = await put<{ reply: string }>(serverAt(smtp.port))
    expect([answer.status, answer.body.reply.slice(0, 4)]).toEqual([200, '250 '])
    expect(smtp.mails).toMatchObject([{ to: [admin.email], from: 'noreply@ctf.example', user: 'mailer' }])
    expect(await read()).toEqual({
      ...{ host: '127.0.0.1', port: smtp.port, security: 'none', userName: 'mailer' },
      ...{ senderAddress: 'noreply@ctf.example', senderName: 'Harbour' },
      ...{ hasPassword: true, unreadable: false, fixed: [] },
    })
    await recover(admin.email)
    const [, letter] = await smtp.received(2)
    expect(letter?.header('from')).toContain('Harbour')
  })

  it('sends what has waited for it, but no links that have ended', async () => {
    const { email } = await world.person('User', 'latecomer')
    const other = await world.person('User', 'other')
    await recover(email)
    world.clock.advance(3 * 3_600_000)
    await recover(other.email)
    const smtp = await smtpServer({ account })
    expect((await put(serverAt(smtp.port))).status).toBe(200)
    const mails = await smtp.received(2)
    expect(mails.map(({ to }) => to[0])).toEqual([admin.email, other.email])
    const outbox = await admin.get<{ data: { to: string }[] }>('/api/admin/outbox?count=10')
    expect(outbox.body.data.map(({ to }) => to)).toEqual([email])
  })

  it.each<[string, object, FakeSmtpOptions, string]>([
    ['the password is wrong', { password: 'wrong-Passw0rd' }, { account }, '535'],
    [
      'the mail is refused',
      {},
      { account, judge: (step) => (step === 'message' ? { code: 554, text: 'No such luck' } : undefined) },
      'No such luck',
    ],
    ['encryption is missing', { security: 'starttls' }, { account }, 'secure connection'],
  ])('is not kept when %s, and the reason is told', async (_what, sent, options, reason) => {
    const smtp = await smtpServer(options)
    const { status, body } = await put(serverAt(smtp.port, sent))
    expect([status, body.code]).toEqual([400, 'setting.mailFailed'])
    expect(body.title).toContain(reason)
    expect(body.title).not.toContain(password)
    expect(await storedText()).toBe('')
    expect((await read()).senderAddress).toBe('')
  })

  it('is kept untried when that is asked for', async () => {
    expect((await put(serverAt(1, { untested: true }))).status).toBe(200)
    expect(await read()).toMatchObject({ port: 1, hasPassword: true })
  })

  it('is not kept before the server has answered', async () => {
    let answered = (): void => undefined
    const held = new Promise<undefined>((resolve) => {
      answered = () => resolve(undefined)
    })
    let offered = (): void => undefined
    const reached = new Promise<void>((resolve) => {
      offered = resolve
    })
    const smtp = await smtpServer({
      account,
      judge(step) {
        if (step !== 'message') return undefined
        offered()
        return held
      },
    })
    const answer = put(serverAt(smtp.port))
    await reached
    expect(await storedText()).toBe('')
    expect((await read()).senderAddress).toBe('')
    answered()
    expect((await answer).status).toBe(200)
    expect((await read()).senderAddress).toBe('noreply@ctf.example')
  })

  it('tells nothing of what other servers say', async () => {
    for (const said of [
      'SSH-2.0-OpenSSH_9.9 inside\r\n',
      'HTTP/1.1 200 OK\r\n\r\ninside',
      'inside\r\n'.repeat(20_000),
    ]) {
      const { status, body } = await put(serverAt(await tcpServer(said)))
      expect([status, body.code]).toEqual([400, 'setting.mailFailed'])
      expect(body.title).not.toMatch(/inside|OpenSSH|HTTP/)
    }
  })

  it('keeps its password for itself', async () => {
    const smtp = await smtpServer({ account })
    await put(serverAt(smtp.port))
    expect(await storedText()).toContain('"password"')
    for (const text of [password, Buffer.from(password).toString('base64')]) {
      expect(await storedText()).not.toContain(text)
      expect(world.said.join('\n')).not.toContain(text)
    }
    const logs = await admin.get('/api/admin/logs?level=All&count=50')
    for (const path of ['/api/admin/config/mail', '/api/admin/config', '/api/config'])
      expect((await admin.get(path)).text).not.toContain(password)
    expect(logs.text).not.toContain(password)

    const again = await put<{ reply: string }>(serverAt(smtp.port, { password: null, senderName: 'Reef' }))
    expect(again.status).toBe(200)
    expect(smtp.mails.at(-1)?.user).toBe('mailer')
  })

  it('does not take its password to another server', async () => {
    const smtp = await smtpServer({ account })
    await put(serverAt(smtp.port))
    const { connections } = smtp.counts
    for (const sent of [{ host: 'localhost' }, { port: 2 }, { userName: 'other' }, { security: 'auto' }]) {
      const { status, body } = await put(serverAt(smtp.port, { password: null, ...sent }))
      const says = JSON.stringify(sent)
      expect([status, body.code, body.field], says).toEqual([400, 'setting.secretAgain', 'password'])
      expect(smtp.counts.connections, says).toBe(connections)
    }
  })

  it('can be turned off again: mails wait in the outbox', async () => {
    const smtp = await smtpServer({ account })
    await put(serverAt(smtp.port))
    expect((await put(serverAt(smtp.port, { password: null, senderAddress: '' }))).status).toBe(200)
    await recover(admin.email)
    const { body } = await admin.get<{ data: { to: string }[] }>('/api/admin/outbox?count=10')
    expect(body.data.map(({ to }) => to)).toEqual([admin.email])
    expect(smtp.mails).toHaveLength(1)
  })

  it('is for administrators in person alone', async () => {
    const monitor = await world.person('Monitor')
    const user = await world.person()
    for (const [who, status] of [
      [monitor, 403],
      [user, 403],
      [world.visitor(), 401],
    ] as const) {
      expect((await who.get('/api/admin/config/mail')).status).toBe(status)
      expect((await who.put('/api/admin/config/mail', serverAt(1))).status).toBe(status)
    }
    const token = await admin.post<{ token: string }>('/api/tokens', { name: 'part', scopes: ['Platform'] })
    const part = world.visitor({ authorization: `Bearer ${token.body.token}` })
    expect((await part.get('/api/admin/config/mail')).status).toBe(200)
    expect((await part.put('/api/admin/config/mail', serverAt(1, { untested: true }))).status).toBe(403)
  })

  it('is refused with what makes no sense', async () => {
    for (const [sent, code] of [
      [{ host: '' }, 'setting.host'],
      [{ host: 'a b' }, 'setting.host'],
      [{ senderAddress: 'nobody' }, 'validation.email'],
      [{ senderAddress: 'a@b.example, c@d.example' }, 'validation.email'],
      [{ port: 0 }, 'validation.range'],
      [{ security: 'plain' }, 'validation.choice'],
    ] as const)
      expect((await put(serverAt(1, sent))).body, JSON.stringify(sent)).toMatchObject({
        code,
        field: Object.keys(sent)[0],
      })
  })

  it('whose password was sealed with another key is said to be unreadable, and everything else goes on', async () => {
    await put(serverAt(1, { untested: true }))
    const sealed = createVault('another key than the one of now').lock(Buffer.from(password))
    await sql`update setting set value = jsonb_set(value, '{password}', to_jsonb(${sealed}::text))
      where key = 'MailServer'`.execute(world.db)
    const later = await world.another()
    owned.push(later.close)
    expect(await read()).toMatchObject({ host: '127.0.0.1', hasPassword: false, unreadable: true })
    const { warnings, parts } = (await admin.get<SystemStatus>('/api/admin/status')).body
    expect(warnings).toContainEqual({ code: 'secret.unreadable', values: ['mail'] })
    expect(parts.find(({ part }) => part === 'mail')?.state).toBe('broken')
    await recover(admin.email)
    const smtp = await smtpServer({ account })
    expect((await put(serverAt(smtp.port))).status).toBe(200)
    expect((await read()).unreadable).toBe(false)
  })
})

describe('a mail server that is set where the server runs', () => {
  const variable = 'PENNANT_EMAIL_CONFIG__SMTP__PORT'

  it("wins as a whole, says which variable, and can't be changed", async () => {
    const smtp = await smtpServer()
    await begin({
      EMAIL_CONFIG__SMTP__PORT: String(smtp.port),
      EMAIL_CONFIG__SMTP__SECURE: 'none',
    })
    const now = await read()
    expect(now.fixed.map(({ field }) => field)).toEqual(['host', 'port', 'security', 'userName', 'password'])
    expect(now.fixed).toContainEqual({ field: 'port', by: variable })
    expect(now.fixed).toContainEqual({ field: 'security', by: 'PENNANT_EMAIL_CONFIG__SMTP__SECURE' })
    for (const sent of [{ port: smtp.port + 1 }, { host: 'evil.example' }, { password: 'x' }]) {
      const body = serverAt(smtp.port, { userName: '', password: null, ...sent })
      expect((await put(body)).body).toMatchObject({ code: 'setting.fixed', field: Object.keys(sent)[0] })
    }
    const kept = await put(serverAt(smtp.port, { userName: '', password: null }))
    expect(kept.status).toBe(200)
    await recover(admin.email)
    expect((await smtp.received(2)).map(({ from }) => from)).toEqual([
      'noreply@ctf.example',
      'noreply@ctf.example',
    ])
  })
})

inCluster(() =>
  describe('the mail server in several processes', () => {
    it('is used by all of them as soon as one has kept it', async () => {
      const other = await world.another()
      owned.push(other.close)
      const smtp = await smtpServer({ account })
      await put(serverAt(smtp.port))
      await expect.poll(() => other.core.mail.status()).toMatchObject({ mode: 'smtp' })
      const policy = { emailConfirmationRequired: true }
      await admin.put('/api/admin/config', { accountPolicy: policy })
      await expect.poll(() => other.core.settings.current().account).toMatchObject(policy)
      const answer = await other.visitor().post('/api/account/recovery', { email: admin.email })
      expect(answer.status).toBe(200)
      await smtp.received(2)
    })
  }),
)
