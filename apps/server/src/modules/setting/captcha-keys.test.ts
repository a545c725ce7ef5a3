import type { CaptchaKeys } from '@pennant/contract/captcha-keys'
import type { SystemStatus } from '@pennant/contract/status'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inCluster } from '../../../../../tests/kit/cluster.ts'
import { type FakeTurnstile, startFakeTurnstile } from '../../../../../tests/kit/fake-turnstile.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { createVault } from '../../core/setting/vault.ts'

type Refusal = { code: string; title: string; field?: string }
const secretKey = 'turnstile-secret-key-17'
const turnstile = { provider: 'CloudflareTurnstile', siteKey: 'site', secretKey, difficulty: 18 }

let world: World
let admin: Person
let service: FakeTurnstile
const begin = async (settings: Record<string, string> = {}): Promise<void> => {
  world = await createWorld({ settings: { CAPTCHA_CONFIG__VERIFY_URL: service.url, ...settings } })
  admin = await world.person('Admin')
}
beforeEach(async () => {
  service = await startFakeTurnstile(secretKey)
})
afterEach(async () => {
  await world.close()
  await service.close()
})
const put = (body: object) => admin.put<Refusal>('/api/admin/config/captcha', body)
const read = async (): Promise<CaptchaKeys> =>
  (await admin.get<CaptchaKeys>('/api/admin/config/captcha')).body
const asked = async (): Promise<unknown> => (await world.visitor().get('/api/captcha')).body
const demand = () =>
  admin.put('/api/admin/config', { accountPolicy: { useCaptcha: true, emailConfirmationRequired: true } })
const recoverWith = async (challenge: string): Promise<number> =>
  (await world.visitor().post('/api/account/recovery', { email: admin.email, challenge })).status

describe('the captcha of the settings', () => {
  it('is kept once its provider has accepted the key, and is asked for without a restart', async () => {
    await begin()
    await demand()
    expect(await asked()).toEqual({ type: 'None', siteKey: '' })
    expect((await put(turnstile)).status).toBe(200)
    expect(await asked()).toEqual({ type: 'CloudflareTurnstile', siteKey: 'site' })
    expect(await read()).toEqual({
      ...{ provider: 'CloudflareTurnstile', siteKey: 'site', difficulty: 18 },
      ...{ hasSecretKey: true, unreadable: false, fixed: [] },
    })
    expect([await recoverWith('made-up'), await recoverWith(service.issue())]).toEqual([400, 200])
    expect((await put({ ...turnstile, secretKey: null, siteKey: 'other' })).status).toBe(200)
    expect(await asked()).toEqual({ type: 'CloudflareTurnstile', siteKey: 'other' })
    const { rows } = await sql<{ text: string }>`select value::text as text from setting`.execute(world.db)
    expect(rows.map(({ text }) => text).join()).not.toContain(secretKey)
    expect((await admin.get('/api/admin/config/captcha')).text).not.toContain(secretKey)
  })

  it('is not kept when the key is wrong or nobody can be asked, and the reason is told', async () => {
    await begin()
    const wrong = await put({ ...turnstile, secretKey: 'another-secret-key' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'setting.captchaFailed'])
    expect(wrong.body.title).toContain('rejects the secret key')
    service.behave({ kind: 'answers', status: 500, body: 'inside' })
    const away = await put(turnstile)
    expect(away.body.title).toContain('500')
    expect(away.body.title).not.toContain('inside')
    expect(await read()).toMatchObject({ provider: 'None', hasSecretKey: false })
  })

  it('can be work that browsers do, of a difficulty of its own', async () => {
    await begin()
    expect((await put({ ...turnstile, provider: 'HashPow', secretKey: null, difficulty: 9 })).status).toBe(
      200,
    )
    const { body } = await world.visitor().get<{ difficulty: number }>('/api/captcha/powchallenge')
    expect(body.difficulty).toBe(9)
    expect((await put({ ...turnstile, provider: 'None', secretKey: null })).status).toBe(200)
    expect((await world.visitor().get('/api/captcha/powchallenge')).status).toBe(404)
  })

  it.each(['siteKey', 'secretKey'])('of a provider is refused without its %s', async (field) => {
    await begin()
    expect((await put({ ...turnstile, [field]: '' })).body).toMatchObject({
      code: 'validation.required',
      field,
    })
  })

  it('whose key was sealed with another one is not asked for, and that is said', async () => {
    await begin()
    await demand()
    await put(turnstile)
    const sealed = createVault('another key than the one of now').lock(Buffer.from(secretKey))
    await sql`update setting set value = jsonb_set(value, '{secretKey}', to_jsonb(${sealed}::text))
      where key = 'CaptchaKeys'`.execute(world.db)
    expect(await read()).toMatchObject({
      provider: 'CloudflareTurnstile',
      hasSecretKey: false,
      unreadable: true,
    })
    expect(await asked()).toEqual({ type: 'None', siteKey: '' })
    const { warnings } = (await admin.get<SystemStatus>('/api/admin/status')).body
    expect(warnings).toContainEqual({ code: 'secret.unreadable', values: ['captcha'] })
  })

  it('is for administrators alone', async () => {
    await begin()
    const monitor = await world.person('Monitor')
    expect((await monitor.get('/api/admin/config/captcha')).status).toBe(403)
    expect((await monitor.put('/api/admin/config/captcha', turnstile)).status).toBe(403)
  })
})

inCluster(() =>
  describe('the captcha in several processes', () => {
    it('is asked for by all of them as soon as one has kept it, and by none once it is turned off', async () => {
      await begin()
      await demand()
      const other = await world.another({ settings: { CAPTCHA_CONFIG__VERIFY_URL: service.url } })
      const recover = async (challenge: string): Promise<number> =>
        (await other.visitor().post('/api/account/recovery', { email: admin.email, challenge })).status
      const askedThere = async (): Promise<unknown> => (await other.visitor().get('/api/captcha')).body
      try {
        expect((await put(turnstile)).status).toBe(200)
        await expect.poll(askedThere, patient).toEqual({ type: 'CloudflareTurnstile', siteKey: 'site' })
        expect([await recover('made-up'), await recover(service.issue())]).toEqual([400, 200])
        await put({ ...turnstile, provider: 'None', secretKey: null })
        await expect.poll(askedThere, patient).toEqual({ type: 'None', siteKey: '' })
      } finally {
        await other.close()
      }
    })
  }),
)

describe('a captcha that is set where the server runs', () => {
  it('wins, also when it is none, and says which variable', async () => {
    await begin({ CAPTCHA_CONFIG__PROVIDER: 'None' })
    const by = 'PENNANT_CAPTCHA_CONFIG__PROVIDER'
    expect((await read()).fixed).toEqual(['provider', 'siteKey', 'secretKey'].map((field) => ({ field, by })))
    expect((await put(turnstile)).body).toMatchObject({ code: 'setting.fixed', field: 'provider' })
    expect(await asked()).toEqual({ type: 'None', siteKey: '' })
  })
})
