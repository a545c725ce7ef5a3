import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { redisMissing, startRedis, type TestRedis } from '../../../../../tests/kit/redis.ts'
import type { Bus } from '../../ports/bus.ts'
import { connectRedis, type RedisConnection } from '../redis/connection.ts'
import { openRedisBus } from './redis.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

type ClosableBus = Bus & { close(): Promise<void> }
type Report = (message: string, error?: unknown) => void

const missing = redisMissing()

describe.skipIf(missing !== null)(withSkipReason('a Redis bus', missing), () => {
  let server: TestRedis
  const opened: { redis: RedisConnection; bus: ClosableBus }[] = []

  const open = async (
    report?: Report,
    url: string = server.url,
  ): Promise<{ redis: RedisConnection; bus: ClosableBus }> => {
    const redis = connectRedis({ url, commandTimeoutMs: 300 })
    const bus = await openRedisBus({ redis, ...(report && { report }), pingEveryMs: 100, openWithinMs: 2000 })
    opened.push({ redis, bus })
    return { redis, bus }
  }
  const upAgain = (bus: Bus): Promise<void> =>
    vi.waitFor(() => expect(bus.connected).toBe(true), { timeout: 20_000, interval: 20 })
  const listening = (bus: Bus): { heard: string[]; gaps: () => number } => {
    const heard: string[] = []
    let gaps = 0
    bus.subscribe<string>('news', (text) => heard.push(text))
    bus.onGap(() => gaps++)
    return { heard, gaps: () => gaps }
  }

  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.stop())
  afterEach(async () => {
    for (const { bus, redis } of opened.splice(0)) {
      await bus.close()
      await redis.close()
    }
  })

  it('tells all processes, in the order of each sender', async () => {
    const [a, b, c] = [(await open()).bus, (await open()).bus, (await open()).bus]
    const ears = [a, b, c].map(listening)
    for (let n = 0; n < 200; n++) {
      a.publish('news', `a${n}`)
      b.publish('news', `b${n}`)
    }
    a.publish('news', 'a is done')
    b.publish('news', 'b is done')
    const sentBy = (sender: string): string[] => [
      ...Array.from({ length: 200 }, (_, n) => `${sender}${n}`),
      `${sender} is done`,
    ]
    for (const { heard, gaps } of ears) {
      await vi.waitFor(
        () => expect(heard).toEqual(expect.arrayContaining(['a is done', 'b is done'])),
        patient,
      )
      for (const sender of ['a', 'b'])
        expect(heard.filter((text) => text.startsWith(sender))).toEqual(sentBy(sender))
      expect(gaps()).toBe(0)
    }
  })

  it('does not mix installations that differ in their prefix or database', async () => {
    const { bus } = await open()
    const { heard } = listening(bus)
    const neighbour = await open(undefined, server.url.replace(/0$/, '1'))
    const { heard: neighbourHeard } = listening(neighbour.bus)
    const theirs = await open(undefined, server.url.replace(/0$/, '1'))
    bus.publish('news', 'ours')
    await bus.settled()
    theirs.bus.publish('news', 'theirs')
    await vi.waitFor(() => expect(neighbourHeard).toEqual(['theirs']), patient)
    expect(heard).toEqual(['ours'])
  })

  it('ignores and reports what is not an envelope', async () => {
    const report = vi.fn<Report>()
    const { bus, redis } = await open(report)
    const { heard } = listening(bus)
    for (const text of ['', 'nonsense', 'null', '[]', '{"from":"x"}', '{"from":1,"nr":"1","topic":null}']) {
      await redis.command.publish('pennant:bus:0', text)
    }
    await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(6), patient)
    bus.publish('news', 'fine')
    await vi.waitFor(() => expect(heard).toEqual(['fine']), patient)
  })

  it('goes on alone while Redis is dead, and tells of the gap when it is back', async () => {
    const [{ bus: a, redis }, { bus: b }] = [await open(), await open()]
    const [earA, earB] = [listening(a), listening(b)]
    await server.kill()
    await vi.waitFor(() => expect([a.connected, b.connected]).toEqual([false, false]), patient)
    a.publish('news', 'while away')
    await vi.waitFor(() => expect(earA.heard).toEqual(['while away']), patient)
    expect(earA.gaps()).toBe(0)
    await server.restart()
    await Promise.all([upAgain(a), upAgain(b)])
    await vi.waitFor(() => expect(redis.available).toBe(true), { timeout: 20_000 })
    await vi.waitFor(() => expect([earA.gaps(), earB.gaps()].every((count) => count > 0)).toBe(true), patient)
    a.publish('news', 'afterwards')
    await vi.waitFor(() => expect(earB.heard).toEqual(['afterwards']), patient)
    expect(earA.heard).toEqual(['while away', 'afterwards'])
  })

  it('tells the others of a gap when only its own sending failed', async () => {
    const sender = await open()
    const { bus: b } = await open()
    const ear = listening(b)
    sender.bus.publish('news', 'before')
    await vi.waitFor(() => expect(ear.heard).toEqual(['before']), patient)
    sender.redis.command.disconnect(true)
    await vi.waitFor(() => expect(sender.redis.available).toBe(false), patient)
    sender.bus.publish('news', 'lost')
    expect(sender.bus.connected).toBe(true)
    await vi.waitFor(() => expect(ear.gaps()).toBeGreaterThan(0), patient)
    sender.bus.publish('news', 'after')
    await vi.waitFor(() => expect(ear.heard).toEqual(['before', 'after']), patient)
    expect(ear.gaps()).toBe(1)
  })

  it('drops what arrives late and out of order, and tells of the gap', async () => {
    const { bus, redis } = await open()
    const ear = listening(bus)
    const send = (nr: number, message: string): Promise<number> =>
      redis.command.publish(
        'pennant:bus:0',
        JSON.stringify({ from: 'x', nr, topic: 'news', body: { message } }),
      )
    await send(1, 'one')
    await send(3, 'three')
    await send(2, 'two, late')
    await send(4, 'four')
    await vi.waitFor(() => expect(ear.heard).toEqual(['one', 'three', 'four']), patient)
    expect(ear.gaps()).toBe(2)
  })

  it('notices a listening connection that died without a sign', async () => {
    const line = await openLine(server.port)
    const { bus } = await open(undefined, `redis://127.0.0.1:${line.port}`)
    const ear = listening(bus)
    const { bus: sender } = await open()
    line.cut()
    await vi.waitFor(() => expect(bus.connected).toBe(false), { timeout: 20_000 })
    sender.publish('news', 'unheard')
    line.mend()
    await upAgain(bus)
    await vi.waitFor(() => expect(ear.gaps()).toBe(1), patient)
    sender.publish('news', 'heard')
    await vi.waitFor(() => expect(ear.heard).toEqual(['heard']), patient)
    await line.close()
  })

  it('connects when Redis hung and is released', async () => {
    const { bus } = await open()
    const ear = listening(bus)
    server.pause()
    try {
      await vi.waitFor(() => expect(bus.connected).toBe(false), { timeout: 20_000 })
      bus.publish('news', 'alone')
      await vi.waitFor(() => expect(ear.heard).toEqual(['alone']), patient)
    } finally {
      server.resume()
    }
    await upAgain(bus)
    await vi.waitFor(() => expect(ear.gaps()).toBeGreaterThan(0), patient)
    bus.publish('news', 'together')
    await vi.waitFor(() => expect(ear.heard).toEqual(['alone', 'together']), patient)
  })

  it('opens while Redis is dead, and tells of the gap when it first connects', async () => {
    await server.kill()
    const redis = connectRedis({ url: server.url })
    const bus = await openRedisBus({ redis, openWithinMs: 50 })
    opened.push({ redis, bus })
    const ear = listening(bus)
    expect(bus.connected).toBe(false)
    await server.restart()
    await upAgain(bus)
    await vi.waitFor(() => expect(ear.gaps()).toBe(1), patient)
  })
})

async function openLine(
  to: number,
): Promise<{ port: number; cut(): void; mend(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let dead = false
  const line = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', (bytes) => {
        if (!dead) into.write(bytes)
      })
      from.on('close', () => {
        sockets.delete(from)
        into.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const address = line.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    cut: () => {
      dead = true
    },
    mend: () => {
      for (const socket of sockets) socket.destroy()
      dead = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      line.close()
    },
  }
}
