import { createHash } from 'node:crypto'
import type { ClientConfig } from '@pennant/contract/info'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createFakeContainers } from '../../../../../tests/kit/fake-containers.ts'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World, type WorldOptions } from '../../../../../tests/kit/world.ts'
import { secondsTag } from '../../http/reply.ts'

let worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.toReversed()) await world.close()
  worlds = []
})

const open = async (options?: WorldOptions): Promise<World> => {
  const world = await createWorld(options)
  worlds.push(world)
  return world
}

const config = (world: World, headers?: Record<string, string>) =>
  world.visitor().get<ClientConfig>('/api/config', headers)
const tagOf = async (world: World): Promise<string> => (await config(world)).headers.get('etag') ?? ''
const put = (admin: Person, globalConfig: object) =>
  admin.put('/api/admin/config', { globalConfig: { title: 'T', ...globalConfig } })

const defaults = {
  title: 'GZ',
  slogan: 'Hack for fun not for profit',
  footerInfo: null,
  customTheme: null,
  apiPublicKey: null,
  logoUrl: null,
  portMapping: 'Default',
  defaultLifetime: 120,
  extensionDuration: 120,
  renewalWindow: 10,
  instances: 'none',
}

describe('the configuration for clients', () => {
  it('has the fields, the defaults and the headers of the wire, and that nothing runs instances', async () => {
    const world = await open()
    const { body, headers, status } = await config(world)
    expect(status).toBe(200)
    expect(body).toStrictEqual(defaults)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache, must-revalidate')
    const modified = new Date(headers.get('last-modified') ?? '')
    expect(headers.get('etag')).toBe(`W/"${secondsTag('cfg', modified)}"`)
    expect((await config(world, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
  })

  it('tags moments as the test vector does', () => {
    expect(secondsTag('cfg', new Date(1_700_000_000_999))).toBe('cfg-6553F100')
  })

  it('tells how ports are mapped, and has no word for instances where something runs them', async () => {
    const world = await open({
      settings: { CONTAINER_PROVIDER__PORT_MAPPING_TYPE: 'PlatformProxy' },
      containers: createFakeContainers(),
    })
    const { instances: _, ...others } = defaults
    expect((await config(world)).body).toStrictEqual({ ...others, portMapping: 'PlatformProxy' })
  })

  it('shows a change at once under a new tag, however quickly changes follow', async () => {
    const world = await open({ clock: createTestClock() })
    const admin = await world.person('Admin')
    const tags = [await tagOf(world)]
    const changes = [
      { title: 'A' },
      { title: 'B' },
      { slogan: 's' },
      { footerInfo: 'f' },
      { customTheme: '#123456' },
    ]
    for (const change of changes) {
      await put(admin, change)
      const { body, headers } = await config(world)
      expect(body).toMatchObject(change)
      tags.push(headers.get('etag') ?? '')
    }
    await admin.put('/api/admin/config', {
      containerPolicy: { defaultLifetime: 1, extensionDuration: 2, renewalWindow: 3 },
    })
    expect((await config(world)).body).toMatchObject({
      defaultLifetime: 1,
      extensionDuration: 2,
      renewalWindow: 3,
    })
    tags.push(await tagOf(world))
    expect(new Set(tags).size).toBe(tags.length)
    const stale = await config(world, { 'if-none-match': tags.slice(0, -1).join(', ') })
    expect(stale.status).toBe(200)
  })

  it('keeps its tag where nothing changes that clients see, over a restart as well', async () => {
    const world = await open()
    const admin = await world.person('Admin')
    await put(admin, {})
    const tag = await tagOf(world)
    await put(admin, { description: 'for search engines alone' })
    await admin.put('/api/admin/config', { accountPolicy: { allowRegister: false } })
    await put(admin, {})
    expect(await tagOf(world)).toBe(tag)
    const again = await world.another()
    worlds.push(again)
    expect(await tagOf(again)).toBe(tag)
    const otherwise = await world.another({
      settings: { CONTAINER_PROVIDER__PORT_MAPPING_TYPE: 'PlatformProxy' },
    })
    worlds.push(otherwise)
    expect(await tagOf(otherwise)).not.toBe(tag)
  })
})

describe('the key for payload encryption', () => {
  it('is made when encryption is turned on, kept while it is, hidden when off and new the next time', async () => {
    const world = await open()
    const admin = await world.person('Admin')
    const key = async (): Promise<string | null> => (await config(world)).body.apiPublicKey
    await put(admin, { apiEncryption: true })
    const first = await key()
    expect(Buffer.from(first ?? '', 'base64')).toHaveLength(32)
    await put(admin, { apiEncryption: true, slogan: 'still on' })
    expect(await key()).toBe(first)
    await put(admin, { apiEncryption: null })
    expect(await key()).toBe(first)
    await put(admin, {})
    expect(await key()).toBe(first)
    await put(admin, { apiEncryption: false })
    expect(await key()).toBeNull()
    await put(admin, { apiEncryption: true })
    expect(await key()).not.toBe(first)
    expect(Buffer.from((await key()) ?? '', 'base64')).toHaveLength(32)
  })

  it('is one, when many turn it on at once, and its private half is stored locked', async () => {
    const world = await open()
    const admin = await world.person('Admin')
    await Promise.all(Array.from({ length: 5 }, () => put(admin, { apiEncryption: true })))
    const stored = await world.db
      .selectFrom('setting')
      .selectAll()
      .where('key', '=', 'ApiEncryption')
      .executeTakeFirstOrThrow()
    const { publicKey, privateKey } = stored.value as { publicKey: string; privateKey: string }
    expect((await config(world)).body.apiPublicKey).toBe(publicKey)
    expect(Buffer.from(privateKey, 'base64').length).toBeGreaterThan(32)
    const restarted = await world.another()
    worlds.push(restarted)
    expect((await config(restarted)).body.apiPublicKey).toBe(publicKey)
  })
})

describe('the captcha', () => {
  const info = (world: World) => world.visitor().get('/api/captcha')
  const useCaptcha = (admin: Person, on: boolean) =>
    admin.put('/api/admin/config', { accountPolicy: { useCaptcha: on } })

  it('is none while the policy is off, whatever the provider', async () => {
    const settings = {
      CAPTCHA_CONFIG__PROVIDER: 'CloudflareTurnstile',
      CAPTCHA_CONFIG__SITE_KEY: 'site',
      CAPTCHA_CONFIG__SECRET_KEY: 's',
    }
    const world = await open({ settings, clock: createTestClock() })
    const admin = await world.person('Admin')
    const { body, headers } = await info(world)
    expect(body).toStrictEqual({ type: 'None', siteKey: '' })
    expect(headers.get('etag')).toBe(`W/"${secondsTag('cap', new Date(headers.get('last-modified') ?? ''))}"`)
    expect(headers.get('cache-control')).toBe('no-cache, must-revalidate')
    await useCaptcha(admin, true)
    const on = await info(world)
    expect(on.body).toStrictEqual({ type: 'CloudflareTurnstile', siteKey: 'site' })
    expect(on.headers.get('etag')).not.toBe(headers.get('etag'))
    expect(
      (await world.visitor().get('/api/captcha', { 'if-none-match': on.headers.get('etag') ?? '' })).status,
    ).toBe(304)
    expect((await world.visitor().get('/api/captcha/powchallenge')).status).toBe(404)
  })

  it('without a provider stays none', async () => {
    const world = await open()
    await useCaptcha(await world.person('Admin'), true)
    expect((await info(world)).body).toStrictEqual({ type: 'None', siteKey: '' })
    const off = await world.visitor().get('/api/captcha/powchallenge')
    expect([off.status, off.body]).toEqual([
      404,
      expect.objectContaining({ status: 404, title: expect.any(String) }),
    ])
  })

  it('of work hands out tasks with the policy off, too, and a login takes the answer', async () => {
    const world = await open({
      settings: { CAPTCHA_CONFIG__PROVIDER: 'HashPow', CAPTCHA_CONFIG__HASH_POW__DIFFICULTY: '8' },
    })
    const admin = await world.person('Admin')
    type Task = { id: string; challenge: string; difficulty: number }
    const task = async (): Promise<Task> =>
      (await world.visitor().get<Task>('/api/captcha/powchallenge')).body
    expect(await task()).toStrictEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      challenge: expect.stringMatching(/^[0-9a-f]{16}$/),
      difficulty: 8,
    })
    await useCaptcha(admin, true)
    expect((await info(world)).body).toStrictEqual({ type: 'HashPow', siteKey: '' })
    const login = (challenge?: string) =>
      world
        .visitor()
        .post('/api/account/login', { userName: admin.userName, password: admin.password, challenge })
    expect((await login()).status).toBe(400)
    const answer = solve(await task())
    expect((await login(answer)).status).toBe(200)
    expect((await login(answer)).status).toBe(400)
  })
})

const solve = ({ id, challenge }: { id: string; challenge: string }): string => {
  const answer = Buffer.alloc(8)
  do answer.writeUInt32BE(answer.readUInt32BE(4) + 1, 4)
  while (createHash('sha256').update(Buffer.from(challenge, 'hex')).update(answer).digest()[0] !== 0)
  return `${id}:${answer.toString('hex')}`
}

describe('two processes', () => {
  it('hear of each other’s settings, the key and the logo included', async () => {
    const storage = { CONNECTION_STRINGS__STORAGE: '' }
    const first = await open()
    storage.CONNECTION_STRINGS__STORAGE = `disk://path=${first.dataFolder}/files`
    const second = await first.another({ settings: storage })
    worlds.push(second)
    const admin = await first.person('Admin')
    for (let round = 0; round < 3; round++) {
      await put(admin, { slogan: `round ${round}`, apiEncryption: round > 0 })
      await expect.poll(async () => (await config(second)).body.slogan).toBe(`round ${round}`)
      expect((await config(second)).body).toEqual((await config(first)).body)
      expect(await tagOf(second)).toBe(await tagOf(first))
    }
    await admin.upload('POST', '/api/admin/config/logo', 'file', [
      { name: 'l.png', bytes: await samplePng() },
    ])
    await expect.poll(async () => (await config(second)).body.logoUrl).toMatch(/^\/assets\//)
    const logoUrl = (await config(second)).body.logoUrl ?? ''
    expect((await second.visitor().get(logoUrl)).headers.get('content-type')).toBe('image/webp')
  })
})
