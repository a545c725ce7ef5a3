import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byMail, linkIn, profileStatus, registrationOf, type SentMail, setPolicy } from '../../kit/account.ts'
import { type FakeSmtp, startFakeSmtp } from '../../kit/fake-smtp.ts'
import { patient } from '../../kit/patient.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'

type Held = Omit<SentMail, 'url' | 'token' | 'email'> & { id: string; waitsForAddress?: boolean }

const callAs = async (
  { origin }: World,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: object,
): Promise<number> => {
  const bytes = JSON.stringify(body)
  const sent = request(origin + path, {
    method,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes), ...headers },
  })
  sent.end(bytes)
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }]
  answer.resume()
  return answer.statusCode
}

const foreign: readonly Record<string, string>[] = [
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example' },
  { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { host: 'evil.example:8443', forwarded: 'host=evil.example;proto=https', 'x-forwarded-for': '192.0.2.7' },
]

const outboxOf = async (admin: Person): Promise<Held[]> =>
  (await admin.get<{ data: Held[] }>('/api/admin/outbox?count=100')).body.data

const open = async (
  settings: Record<string, string>,
): Promise<{ world: World; admin: Person; victim: Person }> => {
  const world = await createWorld({ settings })
  const [admin, victim] = [await world.person('Admin'), await world.person('User', 'victim')]
  await setPolicy(admin, byMail)
  return { world, admin, victim }
}

const ask = async (world: World, victim: Person): Promise<void> => {
  for (const [at, headers] of foreign.entries()) {
    expect(await callAs(world, 'POST', '/api/account/recovery', headers, { email: victim.email })).toBe(200)
    expect(await callAs(world, 'POST', '/api/account/register', headers, registrationOf(`new${at}`))).toBe(
      200,
    )
    const cookie = { ...headers, cookie: `pennant_session=${victim.cookie() ?? ''}` }
    if (headers['x-forwarded-proto'] === undefined)
      expect(
        await callAs(world, 'PUT', '/api/account/changeemail', cookie, {
          newMail: `to${at}@players.example`,
        }),
      ).toBe(200)
  }
}

const untrusted = { FORWARDED_OPTIONS__KNOWN_NETWORKS: '192.0.2.0/24' }

describe.each([
  ['directly, or through a proxy that is trusted', {}],
  ['through a proxy that nobody trusts', untrusted],
])('a link that is asked for %s', (_name, trust) => {
  it.each([
    ['which the operator has set', { PUBLIC_URL: 'https://ctf.example' }, 'https://ctf.example'],
    ['of its own, where nobody else reaches it', {}, null],
  ])('leads to the address of the server %s', async (_which, settings, address) => {
    const { world, admin, victim } = await open({ ...trust, ...settings })
    try {
      if (address === null) await ask(world, victim)
      else
        expect(
          await callAs(world, 'POST', '/api/account/recovery', foreign[2] ?? {}, { email: victim.email }),
        ).toBe(200)
      const mails = await outboxOf(admin)
      expect(mails.length).toBeGreaterThan(0)
      for (const { text, html } of mails) {
        expect(linkIn(text).url.origin).toBe(address ?? world.origin)
        expect(text + html).not.toContain('evil')
      }
    } finally {
      await world.close()
    }
  })

  it('is not written at all as long as nobody has said where the server is', async () => {
    const { world, admin, victim } = await open({ ...trust, HOST: '0.0.0.0' })
    try {
      await ask(world, victim)
      const mails = await outboxOf(admin)
      expect(mails.length).toBeGreaterThan(0)
      for (const mail of mails) expect(mail).toMatchObject({ waitsForAddress: true, text: '', html: '' })
      expect(JSON.stringify(await world.db.selectFrom('mail').selectAll().execute())).not.toContain('evil')
    } finally {
      await world.close()
    }
  })
})

describe('mails that wait for the address of the site', () => {
  let smtp: FakeSmtp
  let world: World
  let admin: Person
  let victim: Person
  beforeAll(async () => {
    smtp = await startFakeSmtp()
    ;({ world, admin, victim } = await open({
      HOST: '0.0.0.0',
      EMAIL_CONFIG__SENDER_ADDRESS: 'ctf@host.example',
      EMAIL_CONFIG__SMTP__HOST: '127.0.0.1',
      EMAIL_CONFIG__SMTP__PORT: String(smtp.port),
      EMAIL_CONFIG__SMTP__SECURE: 'none',
    }))
  })
  afterAll(async () => {
    await world.close()
    await smtp.close()
  })

  const warnings = async (): Promise<{ code: string; values: string[] }[]> =>
    (await admin.get<{ warnings: { code: string; values: string[] }[] }>('/api/admin/status')).body.warnings
  const setAddress = (address: string) =>
    admin.put<{ code?: string } | undefined>('/api/admin/config/address', { address })

  it('say so to administrators, and go out once one has entered it, with links as good as new', async () => {
    for (const headers of foreign.slice(0, 2))
      await callAs(world, 'POST', '/api/account/recovery', headers, { email: victim.email })
    expect(await outboxOf(admin)).toMatchObject([{ kind: 'reset', to: victim.email, waitsForAddress: true }])
    expect(await warnings()).toEqual(
      expect.arrayContaining([
        { code: 'publicUrl.missing', values: [] },
        { code: 'mail.held', values: ['1'] },
      ]),
    )
    // Longer than a link is valid.
    world.clock.advance(4 * 3_600_000)
    expect((await setAddress('http://ctf.example/path')).body?.code).toBe('setting.address')
    expect((await setAddress(' http://CTF.example:80/ ')).status).toBe(200)
    expect((await admin.get('/api/admin/config/address')).body).toEqual({
      address: 'http://ctf.example',
      source: 'Setting',
    })
    await expect.poll(() => smtp.mails.length, patient).toBe(1)
    const { url, token, email } = linkIn(smtp.mails[0]?.text ?? '')
    expect(url.origin).toBe('http://ctf.example')
    expect(await outboxOf(admin)).toEqual([])
    const reset = { password: 'An0therWord', rToken: token, email }
    expect((await world.visitor().post('/api/account/passwordreset', reset)).status).toBe(200)
    expect(await profileStatus(victim)).toBe(401)
    expect(await warnings()).not.toContainEqual(expect.objectContaining({ code: 'publicUrl.missing' }))
    expect(await warnings()).toContainEqual({ code: 'publicUrl.plain', values: ['http://ctf.example'] })
  })

  it('wait again when it is taken away, and are sent by whichever process hears of it next', async () => {
    expect((await setAddress(' ')).status).toBe(200)
    await callAs(world, 'POST', '/api/account/recovery', {}, { email: victim.email })
    expect(await outboxOf(admin)).toHaveLength(1)
    // As if another process had stored it.
    const value = JSON.stringify('https://ctf.example')
    await world.db.updateTable('setting').set({ value }).where('key', '=', 'SiteAddress').execute()
    await world.core.settings.fresh()
    await world.app.modules.account.mails.release()
    await expect.poll(() => smtp.mails.length, patient).toBe(2)
    expect(linkIn(smtp.mails[1]?.text ?? '').url.origin).toBe('https://ctf.example')
  })
})

describe('the address that administrators can enter', () => {
  it('is for administrators, and not for changing where the operator has set one', async () => {
    const world = await createWorld({ settings: { PUBLIC_URL: 'https://ctf.example' } })
    try {
      const path = '/api/admin/config/address'
      const admin = await world.person('Admin')
      expect(
        (await (await world.person('Monitor')).put(path, { address: 'https://evil.example' })).status,
      ).toBe(403)
      expect((await admin.put(path, { address: 'https://evil.example' })).body).toMatchObject({
        code: 'setting.addressFixed',
      })
      expect((await admin.get(path)).body).toEqual({
        address: 'https://ctf.example',
        source: 'Configuration',
      })
    } finally {
      await world.close()
    }
  })

  it('is kept by the person who sets the server up, after it has been read', async () => {
    const world = await createWorld({ settings: { HOST: '0.0.0.0' } })
    try {
      const visitor = world.visitor()
      expect((await visitor.get('/api/setup')).body).toEqual({ needed: true, addressNeeded: true })
      const token = await world.app.modules.setup.token()
      const first = { token, ...registrationOf('first') }
      const refused = await visitor.post('/api/setup', { ...first, address: 'ctf.example' })
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { code: 'setting.address', field: 'address' },
      ])
      expect((await visitor.post('/api/setup', { ...first, address: 'https://ctf.example' })).status).toBe(
        200,
      )
      expect((await visitor.get('/api/admin/config/address')).body).toMatchObject({ source: 'Setting' })
      expect((await visitor.get('/api/setup')).body).toEqual({ needed: false })
    } finally {
      await world.close()
    }
  })
})
