import { createHash, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { type FakeTurnstile, startFakeTurnstile } from '../../../../../tests/kit/fake-turnstile.ts'
import { memoryCache } from '../cache/memory.ts'
import { type CaptchaConfig, createCaptcha } from './create.ts'
import { zeroBits } from './hashpow.ts'
import { createTurnstile } from './turnstile.ts'

const minute = 60_000

const world = (config: Partial<CaptchaConfig> = {}, bytes?: string) => {
  const time = { now: 1_700_000_000_000 }
  const clock = { now: () => time.now }
  const lines: string[] = []
  const captcha = createCaptcha(
    {
      provider: 'HashPow',
      siteKey: null,
      secretKey: null,
      verifyUrl: 'http://127.0.0.1:1/siteverify',
      hashPow: { difficulty: 8 },
      ...config,
    },
    {
      cache: memoryCache(clock),
      clock,
      log: (line) => lines.push(line),
      random: (size) =>
        bytes === undefined ? randomBytes(size) : Buffer.from(bytes, 'hex').subarray(0, size),
    },
  )
  return { captcha, time, lines }
}

const task = async (captcha: ReturnType<typeof createCaptcha>) => {
  const given = await captcha.challenge()
  if (given === null) throw new Error('no task')
  return given
}

const solve = (challenge: string, difficulty: number, from = 0): string => {
  for (let count = from; ; count += 1) {
    const answer = `a1b2c3d4${count.toString(16).padStart(8, '0')}`
    const digest = createHash('sha256')
      .update(Buffer.from(challenge + answer, 'hex'))
      .digest('hex')
    const bits = [...digest].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
    if (bits.indexOf('1') >= difficulty) return answer
  }
}

describe('no captcha', () => {
  it('lets everything pass and has nothing to solve', async () => {
    const { captcha } = world({ provider: 'None', siteKey: 'ignored' })
    expect(captcha).toMatchObject({ provider: 'None', siteKey: '' })
    expect(await captcha.verify(undefined, null)).toBe(true)
    expect(await captcha.challenge()).toBeNull()
  })
})

describe('proof of work', () => {
  it.each([
    ['a1b2c3d400000314', 9],
    ['a1b2c3d400002794', 19],
  ])('counts the zero bits of %s', (answer, bits) => {
    expect(zeroBits('0011223344556677', answer)).toBe(bits)
  })

  it.each([
    [8, 'a1b2c3d400000314'],
    [18, 'a1b2c3d400002794'],
  ])('accepts the known answer at difficulty %i, once', async (difficulty, answer) => {
    const { captcha } = world({ hashPow: { difficulty } }, '0011223344556677')
    const { id, challenge } = await task(captcha)
    expect(challenge).toBe('0011223344556677')
    expect(await captcha.verify(`${id}:${answer}`, null)).toBe(true)
    expect(await captcha.verify(`${id}:${answer}`, null)).toBe(false)
  })

  it('refuses an answer one bit short', async () => {
    const { captcha } = world({ hashPow: { difficulty: 10 } }, '0011223344556677')
    const { id } = await task(captcha)
    expect(await captcha.verify(`${id}:a1b2c3d400000314`, null)).toBe(false)
  })

  it('gives out tasks of the agreed shape, each different', async () => {
    const { captcha } = world()
    const first = await task(captcha)
    const second = await task(captcha)
    for (const given of [first, second]) {
      expect(given.id).toMatch(/^[0-9a-f]{12}$/)
      expect(given.challenge).toMatch(/^[0-9a-f]{16}$/)
    }
    expect(first.id).not.toBe(second.id)
    expect(first.challenge).not.toBe(second.challenge)
  })

  it.each([
    [0, 8],
    [-5, 8],
    [18, 18],
    [48, 48],
    [99, 48],
  ])('forces difficulty %i to %i', async (asked, given) => {
    expect((await task(world({ hashPow: { difficulty: asked } }).captcha)).difficulty).toBe(given)
  })

  it('reads the answer in either case', async () => {
    const { captcha } = world()
    const { id, challenge, difficulty } = await task(captcha)
    expect(await captcha.verify(`${id}:${solve(challenge, difficulty).toUpperCase()}`, null)).toBe(true)
  })

  it('lets exactly one of many equal answers pass', async () => {
    const { captcha } = world()
    const { id, challenge, difficulty } = await task(captcha)
    const answer = `${id}:${solve(challenge, difficulty)}`
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => captcha.verify(answer, null)))
    expect(verdicts.filter(Boolean)).toHaveLength(1)
  })

  it('keeps the task after a wrong answer', async () => {
    const { captcha } = world({ hashPow: { difficulty: 18 } }, '0011223344556677')
    const { id } = await task(captcha)
    expect(await captcha.verify(`${id}:a1b2c3d400000314`, null)).toBe(false)
    expect(await captcha.verify(`${id}:a1b2c3d400002794`, null)).toBe(true)
  })

  it('forgets the task after five minutes, counted from the last wrong answer', async () => {
    const { captcha, time } = world({ hashPow: { difficulty: 16 } }, '0011223344556677')
    const { id, challenge } = await task(captcha)
    const right = `${id}:${solve(challenge, 16)}`
    time.now += 4 * minute
    expect(await captcha.verify(`${id}:a1b2c3d400000314`, null)).toBe(false)
    time.now += 4 * minute
    expect(await captcha.verify(`${id}:a1b2c3d400000314`, null)).toBe(false)
    time.now += 5 * minute
    expect(await captcha.verify(right, null)).toBe(false)
  })

  it('accepts within the extended life', async () => {
    const { captcha, time } = world({ hashPow: { difficulty: 16 } }, '0011223344556677')
    const { id, challenge } = await task(captcha)
    time.now += 4 * minute
    await captcha.verify(`${id}:a1b2c3d400000314`, null)
    time.now += 4 * minute
    expect(await captcha.verify(`${id}:${solve(challenge, 16)}`, null)).toBe(true)
  })

  it.each([
    null,
    undefined,
    '',
    ':',
    'ID:',
    'ID:zzzzzzzzzzzzzzzz',
    'ID:00112233445566',
    'ID:001122334455667788',
    'ID:0011223344556677:',
    'ID:0011223344556677\n',
    ':ID:0011223344556677',
    'ID0011223344556677',
    '../ID:0011223344556677',
    '000000000000:0011223344556677',
    `ID:${'0'.repeat(100_000)}`,
  ])('answers no, and nothing worse, to %j', async (shape) => {
    const { captcha } = world()
    const { id } = await task(captcha)
    expect(await captcha.verify(shape?.replace('ID', id), null)).toBe(false)
  })

  it('judges a task by the difficulty it was given out with', async () => {
    const clock = { now: () => 0 }
    const needs = { cache: memoryCache(clock), clock, log: () => undefined, random: randomBytes }
    const config = { provider: 'HashPow', siteKey: null, secretKey: null, verifyUrl: '' } as const
    const before = createCaptcha({ ...config, hashPow: { difficulty: 8 } }, needs)
    const after = createCaptcha({ ...config, hashPow: { difficulty: 40 } }, needs)
    const { id, challenge, difficulty } = await task(before)
    expect(await after.verify(`${id}:${solve(challenge, difficulty)}`, null)).toBe(true)
  })
})

describe('Turnstile', () => {
  const fakes: FakeTurnstile[] = []
  afterEach(async () => {
    for (const fake of fakes.splice(0)) await fake.close()
  })

  const turnstile = async (config: Partial<CaptchaConfig> = {}) => {
    const service = await startFakeTurnstile('server-secret')
    fakes.push(service)
    const rest = world({
      provider: 'CloudflareTurnstile',
      siteKey: 'site-key',
      secretKey: 'server-secret',
      verifyUrl: service.url,
      ...config,
    })
    return { ...rest, service }
  }

  it('shows the token, the secret and the visitor to the service, and passes what it passes', async () => {
    const { captcha, service, lines } = await turnstile()
    const token = service.issue()
    expect(await captcha.verify(token, '203.0.113.7')).toBe(true)
    expect(service.requests).toEqual([
      {
        method: 'POST',
        path: '/turnstile/v0/siteverify',
        contentType: 'application/json',
        body: { secret: 'server-secret', response: token, remoteip: '203.0.113.7', idempotency_key: '' },
      },
    ])
    expect(captcha).toMatchObject({ provider: 'CloudflareTurnstile', siteKey: 'site-key' })
    expect(await captcha.challenge()).toBeNull()
    expect(lines).toEqual([])
  })

  it('refuses a token shown before, and one that was never issued', async () => {
    const { captcha, service } = await turnstile()
    const token = service.issue()
    await captcha.verify(token, '203.0.113.7')
    expect(await captcha.verify(token, '203.0.113.7')).toBe(false)
    expect(await captcha.verify('made-up', '203.0.113.7')).toBe(false)
  })

  it.each([
    ['no token', undefined, '203.0.113.7'],
    ['an empty token', '  ', '203.0.113.7'],
    ['an endless token', 'x'.repeat(2049), '203.0.113.7'],
    ['no known address', 'token-1', null],
    ['an empty address', 'token-1', ''],
  ])('refuses %s without asking', async (_what, token, address) => {
    const { captcha, service } = await turnstile()
    service.issue()
    expect(await captcha.verify(token, address)).toBe(false)
    expect(service.requests).toHaveLength(0)
  })

  it('passes everything without a secret key, and says so when it starts', async () => {
    const { captcha, service, lines } = await turnstile({ secretKey: null })
    expect(await captcha.verify(undefined, null)).toBe(true)
    expect(service.requests).toHaveLength(0)
    expect(lines).toEqual([expect.stringContaining('no secret key')])
  })

  it('tells the administrator about a wrong secret key, without printing it', async () => {
    const { captcha, service, lines } = await turnstile({ secretKey: 'mistyped-secret' })
    expect(await captcha.verify(service.issue(), '203.0.113.7')).toBe(false)
    expect(lines).toEqual(['Turnstile rejects the secret key'])
  })

  it.each([
    ['a server error', { kind: 'answers', status: 500, body: '{"success":true}' }, /answered 500/],
    ['an answer that is no JSON', { kind: 'answers', status: 200, body: '<html>' }, /JSON/],
    ['an answer that is no object', { kind: 'answers', status: 200, body: 'null' }, /not an object/],
    ['an answer without end', { kind: 'endless' }, /too long/],
    ['a redirect elsewhere', { kind: 'redirects', to: 'http://127.0.0.1:1/' }, /redirect/],
  ] as const)('refuses on %s and logs why', async (_what, behavior, reason) => {
    const { captcha, service, lines } = await turnstile()
    service.behave(behavior)
    expect(await captcha.verify('secret-token', '203.0.113.7')).toBe(false)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(reason)
    expect(lines[0]).not.toMatch(/secret-token|server-secret/)
  })

  it.each([{ success: 'true' }, { success: 1 }, { success: false }, {}, []])(
    'takes %j for a no',
    async (answer) => {
      const { captcha, service } = await turnstile()
      service.behave({ kind: 'answers', status: 200, body: JSON.stringify(answer) })
      expect(await captcha.verify('token', '203.0.113.7')).toBe(false)
    },
  )

  it('refuses when the service cannot be reached, and fills no log with it', async () => {
    const { captcha, service, lines, time } = await turnstile()
    await service.close()
    for (let i = 0; i < 5; i += 1) expect(await captcha.verify('token', '203.0.113.7')).toBe(false)
    expect(lines).toEqual([expect.stringMatching(/Couldn't reach Turnstile: .*ECONNREFUSED/)])
    time.now += minute
    await captcha.verify('token', '203.0.113.7')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('4 failures')
  })

  it('does not wait for ever', async () => {
    const { service } = await turnstile()
    service.behave({ kind: 'silent' })
    const lines: string[] = []
    const impatient = createTurnstile(
      { siteKey: '', secretKey: 'server-secret', verifyUrl: service.url, timeoutMs: 100 },
      { now: () => 0 },
      (line) => lines.push(line),
    )
    expect(await impatient.verify('token', '203.0.113.7')).toBe(false)
    expect(lines).toEqual([expect.stringMatching(/Couldn't reach Turnstile/)])
  })
})
