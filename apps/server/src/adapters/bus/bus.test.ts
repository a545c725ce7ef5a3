import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { redisMissing, startRedis, type TestRedis } from '../../../../../tests/kit/redis.ts'
import type { Bus } from '../../ports/bus.ts'
import { connectRedis } from '../redis/connection.ts'
import { memoryBus } from './memory.ts'
import { openRedisBus } from './redis.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

type ClosableBus = Bus & { close(): Promise<void> }
type Report = (message: string, error?: unknown) => void

function behavesAsBus(open: (report?: Report) => Promise<ClosableBus>): void {
  it('tells every listener of a topic, the sender included, exactly once and in order', async () => {
    const bus = await open()
    const first: number[] = []
    const second: number[] = []
    const other: number[] = []
    bus.subscribe<number>('count', (n) => first.push(n))
    bus.subscribe<number>('count', (n) => second.push(n))
    bus.subscribe<number>('other', (n) => other.push(n))
    let over = false
    bus.subscribe('over', () => (over = true))
    const sent = Array.from({ length: 500 }, (_, n) => n)
    for (const n of sent) bus.publish('count', n)
    bus.publish('over', null)
    await vi.waitFor(() => expect(over).toBe(true), patient)
    expect(first).toEqual(sent)
    expect(second).toEqual(sent)
    expect(other).toEqual([])
    expect(bus.connected).toBe(true)
  })

  it('never calls a listener while somebody publishes, also from within a listener', async () => {
    const bus = await open()
    const trace: string[] = []
    bus.subscribe<number>('deep', (n) => {
      trace.push(`begin ${n}`)
      if (n < 3) bus.publish('deep', n + 1)
      trace.push(`end ${n}`)
    })
    bus.publish('deep', 1)
    trace.push('published')
    await vi.waitFor(() => expect(trace).toContain('end 3'), patient)
    expect(trace).toEqual(['published', 'begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3'])
  })

  it('lets other work go on while listeners publish without end', async () => {
    const bus = await open()
    let rounds = 0
    let stop = false
    bus.subscribe('endless', () => {
      rounds++
      if (!stop) bus.publish('endless', null)
    })
    bus.publish('endless', null)
    await vi.waitFor(() => expect(rounds).toBeGreaterThan(1), patient)
    stop = true
  })

  it('does not let one failing listener hurt the others, and reports it', async () => {
    const report = vi.fn<Report>()
    const bus = await open(report)
    const heard: string[] = []
    const failure = new Error('broken')
    bus.subscribe('topic', () => {
      throw failure
    })
    bus.subscribe('topic', () => Promise.reject(failure))
    bus.subscribe<string>('topic', (text) => heard.push(text))
    bus.publish('topic', 'one')
    bus.publish('topic', 'two')
    await vi.waitFor(() => expect(heard).toEqual(['one', 'two']), patient)
    await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(4), patient)
    expect(report).toHaveBeenCalledWith(expect.stringContaining('topic'), failure)
  })

  it('stops telling who stopped listening, even what was published before', async () => {
    const bus = await open()
    const stopped: number[] = []
    const going: number[] = []
    const same = (n: number): void => void stopped.push(n)
    const stop = bus.subscribe('n', same)
    const stopTwin = bus.subscribe('n', same)
    bus.subscribe<number>('n', (n) => going.push(n))
    bus.publish('n', 1)
    await vi.waitFor(() => expect(going).toEqual([1]), patient)
    expect(stopped).toEqual([1, 1])
    stop()
    stop()
    bus.publish('n', 2)
    await vi.waitFor(() => expect(going).toEqual([1, 2]), patient)
    expect(stopped).toEqual([1, 1, 2])
    bus.publish('n', 3)
    stopTwin()
    await vi.waitFor(() => expect(going).toEqual([1, 2, 3]), patient)
    expect(stopped).toEqual([1, 1, 2])
  })

  it('carries values as JSON does, and a copy of them', async () => {
    const bus = await open()
    const heard: unknown[] = []
    bus.subscribe('value', (value) => heard.push(value))
    const sent = { at: new Date(0), text: 'né "🏁"\n', none: undefined, list: [1, null] }
    bus.publish('value', sent)
    sent.text = 'changed later'
    bus.publish('value', undefined)
    bus.publish('value', null)
    await vi.waitFor(() => expect(heard).toHaveLength(3), patient)
    const copy = { at: '1970-01-01T00:00:00.000Z', text: 'né "🏁"\n', list: [1, null] }
    expect(heard).toEqual([copy, undefined, null])
  })

  it('is silent after it was closed', async () => {
    const bus = await open()
    const heard: number[] = []
    bus.subscribe<number>('n', (n) => heard.push(n))
    bus.publish('n', 1)
    await bus.close()
    bus.publish('n', 2)
    const later = await open()
    const heardLater: number[] = []
    later.subscribe<number>('n', (n) => heardLater.push(n))
    later.publish('n', 3)
    await vi.waitFor(() => expect(heardLater).toEqual([3]), patient)
    expect(heard).toEqual([])
  })
}

describe('the memory bus', () => {
  behavesAsBus(async (report) => memoryBus(report))
})

const missing = redisMissing()

describe.skipIf(missing !== null)(withSkipReason('the Redis bus', missing), () => {
  let server: TestRedis
  const opened: { close(): Promise<void> }[] = []
  beforeAll(async () => {
    server = await startRedis()
  })
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close()
  })
  afterAll(() => server.stop())
  behavesAsBus(async (report) => {
    const redis = connectRedis({ url: server.url })
    const bus = await openRedisBus({ redis, ...(report && { report }) })
    opened.push(bus, redis)
    return bus
  })
})
