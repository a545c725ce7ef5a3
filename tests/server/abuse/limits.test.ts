import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { createTestClock } from '../../kit/clock.ts'
import { sampleImage } from '../../kit/images.ts'
import { patient } from '../../kit/patient.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'
import { head, raw } from './raw.ts'
import { faultsOfRefusal } from './verdict.ts'
import { outsideCluster } from '../../kit/cluster.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({
    // Buckets must not fill up while a slow machine sends its requests.
    clock: createTestClock(),
    settings: { DISABLE_RATE_LIMIT: 'false', CAPTCHA_CONFIG__PROVIDER: 'HashPow' },
  })
})
afterAll(() => world.close())

let addresses = 0
const newAddress = (): string => `198.51.${100 + (++addresses >> 8)}.${addresses & 255}`

type Outcome = { status: number; retryAfter: string | null; text: string; body: unknown; headers: Headers }

const call = async (path: string, init: RequestInit, signal: AbortSignal): Promise<Outcome> => {
  const response = await fetch(world.origin + path, { ...init, signal })
  const text = await response.text()
  const { status, headers } = response
  const json = headers.get('content-type')?.includes('json') === true
  return {
    status,
    retryAfter: headers.get('retry-after'),
    text,
    headers,
    body: json ? JSON.parse(text) : undefined,
  }
}

/** Calls of this machine aren't counted: their answers show that earlier ones have been handled. */
const calmDown = async (): Promise<void> => {
  for (let count = 0; count < 10; count++) await (await fetch(`${world.origin}/api/captcha`)).text()
}

const storm = async (
  count: number,
  path: string,
  init: (index: number) => RequestInit,
  toWait = 0,
): Promise<{ done: Outcome[]; waiting: number }> => {
  const patience = new AbortController()
  const done: Outcome[] = []
  let enough = (): void => undefined
  const back = new Promise<void>((resolve) => (enough = resolve))
  const all = Array.from({ length: count }, (_, index) =>
    call(path, init(index), patience.signal).then(
      (outcome) => {
        done.push(outcome)
        if (done.length >= count - toWait) enough()
      },
      () => undefined,
    ),
  )
  if (count > toWait) await back
  await calmDown()
  const waiting = count - done.length
  patience.abort()
  await Promise.all(all)
  return { done, waiting }
}

const from = (address: string, more: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': address, 'accept-language': 'zh-CN', ...more },
})

const counted = (done: readonly Outcome[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of done) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const expectTooMany = (outcome: Outcome | undefined, retryAfter: string): void => {
  if (outcome === undefined) throw new Error('nobody was told to come back later')
  expect(faultsOfRefusal({ ...outcome, body: outcome.body })).toEqual([])
  expect(outcome).toMatchObject({ status: 429, retryAfter, body: { status: 429, code: 'request.tooMany' } })
}

describe('registration', () => {
  const nonsense = (address: string): RequestInit => ({
    method: 'POST',
    body: '{}',
    headers: { ...from(address).headers, 'content-type': 'application/json' },
  })

  it('is open twenty times to an address; ten more wait, and the rest come back later', async () => {
    const address = newAddress()
    const { done, waiting } = await storm(35, '/api/account/register', () => nonsense(address), 10)
    expect(counted(done)).toEqual({ 400: 20, 429: 5 })
    expect(waiting).toBe(10)
    expectTooMany(
      done.find(({ status }) => status === 429),
      '60',
    )
  })

  it('stays open to other addresses, and shares its count with the other mails', async () => {
    const address = newAddress()
    await storm(31, '/api/account/register', () => nonsense(address), 10)
    expect((await storm(1, '/api/account/register', () => nonsense(newAddress()))).done[0]?.status).toBe(400)
    for (const path of ['/api/account/recovery', '/api/account/passwordreset'])
      expect((await storm(1, path, () => nonsense(address), 1)).done).toEqual([])
    expect((await storm(1, '/api/account/login', () => nonsense(address))).done[0]?.status).toBe(400)
  })

  // The clock of Redis can't be moved.
  outsideCluster(() =>
    it('opens again with time', async () => {
      const address = newAddress()
      await storm(31, '/api/account/register', () => nonsense(address), 10)
      world.clock.advance(151_000)
      // Requests that were given up are noticed one by one.
      const status = async () =>
        (await storm(1, '/api/account/register', () => nonsense(address), 1)).done[0]?.status
      await expect.poll(status, patient).toBe(400)
    }),
  )
})

describe('the site', () => {
  const known = '/api/nothing'

  it('answers an address 150 times a minute; sixty more wait, and the rest come back later', async () => {
    const address = newAddress()
    const { done, waiting } = await storm(215, known, () => from(address), 60)
    expect(counted(done)).toEqual({ 404: 150, 429: 5 })
    expect(waiting).toBe(60)
    expectTooMany(
      done.find(({ status }) => status === 429),
      '60',
    )
    expect((await storm(1, known, () => from(newAddress()))).done[0]?.status).toBe(404)
  })

  it.each(['/api/team/1', '/hub/nothing', '/openapi/v1.json'])('counts %s as well', async (path) => {
    const address = newAddress()
    const { done } = await storm(211, path, () => from(address), 60)
    expect(counted(done)[429]).toBe(1)
  })

  it('does not count its own machine', async () => {
    const { done } = await storm(250, known, () => ({}))
    expect(counted(done)).toEqual({ 404: 250 })
  })

  it('is not deceived by sessions that are made up', async () => {
    const address = newAddress()
    const { done, waiting } = await storm(
      215,
      known,
      (index) => from(address, { cookie: `pennant_session=${String(index).padStart(43, 'A')}` }),
      60,
    )
    expect(counted(done)).toEqual({ 404: 150, 429: 5 })
    expect(waiting).toBe(60)
  })

  it('is not deceived by what a client says of itself', async () => {
    const address = newAddress()
    const { done } = await storm(215, known, (index) => from(`10.0.0.${index % 250}, ${address}`), 60)
    expect(counted(done)).toEqual({ 404: 150, 429: 5 })
  })

  it.each([
    'nonsense',
    'unknown',
    '::1',
    '127.0.0.1, nonsense',
    '1.2.3.4.5',
    '999.1.1.1',
    '1.2.3.4, '.repeat(800),
    '%00',
    '[::ffff:198.51.100.1]:80',
  ])('answers anyone who says to be at %s', async (address) => {
    const { status } = await raw(world.origin, head('GET /api/captcha', `X-Forwarded-For: ${address}`))
    expect([200, 400]).toContain(status)
  })
})

describe('what anyone can read and memory answers', () => {
  // Some are asked for more than the bucket of `query` holds.
  const paths = [
    '/',
    '/nothing',
    '/favicon.webp',
    '/api/account/session',
    '/api/captcha',
    '/api/config',
    '/api/game/recent',
    '/api/posts/latest',
    '/api/setup',
  ]

  it.each(paths)('is not counted with the rest: %s', async (path) => {
    const address = newAddress()
    const { done } = await storm(215, path, () => from(address))
    expect(counted(done)[429]).toBeUndefined()
    expect((await storm(1, '/api/nothing', () => from(address))).done[0]?.status).toBe(404)
  })

  it('is counted together, up to 1,200 times and twenty more a second', async () => {
    const address = newAddress()
    const many = Math.floor(ratePolicies.open.capacity / paths.length)
    for (const path of paths) {
      const { done } = await storm(many, path, () => from(address))
      expect(counted(done)[429]).toBeUndefined()
    }
    let last: Outcome | undefined
    while (last?.status !== 429)
      last = (await storm(100, '/api/config', () => from(address))).done.find(({ status }) => status === 429)
    expectTooMany(last, '1')
    expect((await storm(1, '/api/config', () => from(newAddress()))).done[0]?.status).toBe(200)
  })

  it('is counted no more than the files of the client when it is an image that memory holds', async () => {
    const { files } = world.core
    const image = await files.storeImage(await sampleImage('png'), { name: 'avatar', width: 300 })
    const text = await files.storeStream(Readable.from(['text']), 'notes.txt')
    await fetch(`${world.origin}/assets/${image.hash}/avatar`)
    const address = newAddress()
    const one = async (path: string) => (await storm(1, path, () => from(address))).done[0]?.status
    await storm(ratePolicies.open.capacity + 100, '/api/config', () => from(address))
    for (const query of ['', '?other=way'])
      expect([
        await one(`/assets/${image.hash}/avatar${query}`),
        await one(`/assets/${text?.hash}/a${query}`),
      ]).toEqual([200, 429])
  })

  it('is counted with the rest where a session is shown that has to be looked up', async () => {
    const address = newAddress()
    const cookie = `pennant_session=${'A'.repeat(43)}`
    const { done } = await storm(215, '/api/account/session', () => from(address, { cookie }), 60)
    expect(counted(done)[429]).toBe(5)
  })

  it('is counted for each user, wherever they are', async () => {
    const [person, address] = [await world.person(), newAddress()]
    const as = () => from(address, { cookie: `pennant_session=${person.cookie() ?? ''}` })
    await storm(ratePolicies.open.capacity + 100, '/api/config', () => from(address))
    expect((await storm(1, '/api/config', as)).done[0]?.status).toBe(200)
  })
})

describe('a limit of its own', () => {
  const pow = '/api/captcha/powchallenge'
  const as = (person: Person, address: string) =>
    from(address, { cookie: `pennant_session=${person.cookie() ?? ''}` })

  it('is counted for each user, wherever they are, and for each address without one', async () => {
    const address = newAddress()
    const [one, other] = [await world.person(), await world.person()]
    const first = await storm(45, pow, () => as(one, address))
    expect(counted(first.done)).toEqual({ 200: 40, 429: 5 })
    expectTooMany(
      first.done.find(({ status }) => status === 429),
      '30',
    )
    expect((await storm(1, pow, () => as(one, newAddress()))).done[0]?.status).toBe(429)
    expect((await storm(1, pow, () => as(other, address))).done[0]?.status).toBe(200)
    expect(counted((await storm(41, pow, () => from(address))).done)).toEqual({ 200: 40, 429: 1 })
  })

  // The clock of Redis can't be moved.
  outsideCluster(() =>
    it('fills up again little by little', async () => {
      const address = newAddress()
      await storm(41, pow, () => from(address))
      world.clock.advance(30_000)
      expect(counted((await storm(7, pow, () => from(address))).done)).toEqual({ 200: 5, 429: 2 })
    }),
  )

  it('holds for its own machine, too', async () => {
    expect(counted((await storm(42, pow, () => ({}))).done)).toEqual({ 200: 40, 429: 2 })
  })

  it('lets one team at a time be made by a user, and nobody make more than three', async () => {
    const person = await world.person()
    const init = {
      method: 'POST',
      body: '{"name":"team"}',
      headers: { ...as(person, newAddress()).headers, 'content-type': 'application/json' },
    }
    const { done } = await storm(20, '/api/team', () => init)
    expect(counted(done)).toEqual({ 200: 3, 400: 17 })
  })
})
