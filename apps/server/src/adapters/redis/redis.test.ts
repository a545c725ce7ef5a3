import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { redisMissing, startRedis, type TestRedis } from '../../../../../tests/kit/redis.ts'
import { connectRedis, type RedisConnection } from './connection.ts'
import { redisScript, runScript } from './script.ts'
import { parseRedisUrl } from './url.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

describe('a Redis URL', () => {
  it('is read in all its parts', () => {
    expect(parseRedisUrl('redis://cache.example')).toEqual({ host: 'cache.example', port: 6379, db: 0 })
    expect(parseRedisUrl('rediss://ann:p%40ss%2F@cache.example:6380/3')).toEqual({
      host: 'cache.example',
      port: 6380,
      db: 3,
      username: 'ann',
      password: 'p@ss/',
      tls: {},
    })
    expect(parseRedisUrl('redis://:secret@[::1]:7000/')).toEqual({
      host: '::1',
      port: 7000,
      db: 0,
      password: 'secret',
    })
  })

  it.each([
    ['cache:6379,password=secret', 'must start with redis://'],
    ['secret', 'is not a URL'],
    ['http://:secret@cache', 'must start with redis://'],
    ['redis://:secret@cache/main', 'number of a database'],
    ['redis://:secret@cache/1/2', 'number of a database'],
    ['redis://:secret@cache?tls=1', 'no options'],
    ['redis://:se%cret@cache', 'written as %25'],
    ['redis:///0', 'names no host'],
  ])('that is wrong is refused without repeating it: %s', (url, what) => {
    expect(() => parseRedisUrl(url)).toThrow(what)
    try {
      parseRedisUrl(url)
    } catch (error) {
      expect(String(error)).not.toContain('secret')
      expect(String(error)).not.toContain('se%cret')
    }
  })
})

const missing = redisMissing()

describe.skipIf(missing !== null)(withSkipReason('a Redis connection', missing), () => {
  let server: TestRedis
  const opened: RedisConnection[] = []
  const open = (settings: Partial<Parameters<typeof connectRedis>[0]> = {}): RedisConnection => {
    const redis = connectRedis({ url: server.url, ...settings })
    opened.push(redis)
    return redis
  }
  const ready = (redis: RedisConnection): Promise<void> =>
    vi.waitFor(() => expect(redis.available).toBe(true), { timeout: 20_000, interval: 20 })

  beforeAll(async () => {
    server = await startRedis({ password: 'se cret/%' })
  })
  afterAll(() => server.stop())
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((redis) => redis.close()))
  })

  it('signs in and uses the database of the URL', async () => {
    const redis = open({ url: server.url.replace(/0$/, '5') })
    await ready(redis)
    await redis.command.set('here', 'x')
    expect(await redis.command.client('INFO')).toContain('db=5')
  })

  it('reports a wrong password without ever showing one', async () => {
    const said: string[] = []
    const redis = open({
      url: `redis://:wr0ng@127.0.0.1:${server.port}`,
      report: (message) => said.push(message),
    })
    await vi.waitFor(() => expect(said.join()).toContain('WRONGPASS'), patient)
    expect(said.join()).not.toContain('wr0ng')
    await expect(redis.check()).rejects.toThrow("Redis isn't responding")
  })

  it('reports an outage and its end once each, and fails commands at once in between', async () => {
    const said: string[] = []
    const redis = open({ report: (message) => said.push(message) })
    await ready(redis)
    await server.kill()
    await vi.waitFor(() => expect(said.join()).toContain('ECONNREFUSED'), patient)
    await expect(redis.command.get('a')).rejects.toThrow('enableOfflineQueue')
    await expect(redis.check()).rejects.toThrow("Redis isn't responding")
    await server.restart()
    await ready(redis)
    expect(said.filter((message) => message.includes('connected again'))).toHaveLength(1)
    expect(said.filter((message) => message.includes('ECONNREFUSED'))).toHaveLength(1)
  })

  it('fails what was under way when the connection broke', async () => {
    const redis = open({ commandTimeoutMs: 60_000 })
    const watcher = open()
    await Promise.all([ready(redis), ready(watcher)])
    const outcome = redis.command.blpop('nothing', 0).catch((error: unknown) => error)
    await vi.waitFor(
      async () => expect(await watcher.command.info('clients')).toContain('blocked_clients:1'),
      patient,
    )
    await server.kill()
    expect(await outcome).toBeInstanceOf(Error)
    await server.restart()
  })

  it('closes within reason although a command never ends', async () => {
    const redis = open({ commandTimeoutMs: 60_000 })
    await ready(redis)
    const outcome = redis.command.blpop('nothing', 0).catch((error: unknown) => error)
    await redis.close()
    expect(await outcome).toBeInstanceOf(Error)
  })

  it('fails commands in time when Redis hangs, and connects again when it is back', async () => {
    const redis = open({ commandTimeoutMs: 200 })
    await ready(redis)
    server.pause()
    try {
      await expect(redis.command.get('a')).rejects.toThrow('Command timed out')
      await vi.waitFor(() => expect(redis.available).toBe(false), { timeout: 20_000 })
    } finally {
      server.resume()
    }
    await ready(redis)
    expect(await redis.command.get('a')).toBeNull()
  })

  it('goes on trying against something that accepts and never answers, and still closes', async () => {
    const mute = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    let tries = 0
    mute.on('connection', () => tries++)
    const address = mute.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const redis = open({ url: `redis://127.0.0.1:${port}`, commandTimeoutMs: 100 })
    await vi.waitFor(() => expect(tries).toBeGreaterThan(1), { timeout: 20_000 })
    expect(redis.available).toBe(false)
    await redis.close()
    mute.close()
  })

  it('sends the text of a script only when Redis does not know it', async () => {
    const redis = open()
    await ready(redis)
    const script = redisScript(`return { KEYS[1], ARGV[1], '${Math.random()}' }`)
    expect(await runScript(redis.command, script, ['k'], [7])).toEqual(['k', '7', expect.any(String)])
    await redis.command.config('RESETSTAT')
    await runScript(redis.command, script, ['k'], [7])
    const calls = await redis.command.info('commandstats')
    expect(calls).toContain('cmdstat_evalsha:calls=1')
    expect(calls).not.toContain('cmdstat_eval:')
    await expect(
      runScript(redis.command, redisScript('return redis.call("NOPE")'), ['k'], []),
    ).rejects.toThrow('nknown')
  })

  it('closes while connected, while Redis is away, and twice', async () => {
    const redis = open()
    const listener = redis.subscriber()
    await ready(redis)
    await redis.close()
    expect([redis.command.status, listener.client.status]).toEqual(['end', 'end'])
    await redis.close()
    const away = open()
    await ready(away)
    await server.kill()
    await vi.waitFor(() => expect(away.available).toBe(false), patient)
    await away.close()
    await server.restart()
    expect(away.available).toBe(false)
    await expect(away.check()).rejects.toThrow("Redis isn't responding")
  })
})
