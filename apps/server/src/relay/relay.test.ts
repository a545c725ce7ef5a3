import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Problem } from '@pennant/contract/problem'
import { createTestClock } from '../../../../tests/kit/clock.ts'
import { frame, leave, opcodes, openRaw, type RawWebSocket } from '../../../../tests/kit/raw-websocket.ts'
import type { CaptureFacts, Recorder, RelayTargets } from './target.ts'
import type { RelayLimits } from './options.ts'
import { createRelay, type Relay } from './relay.ts'
import { patient } from '../../../../tests/kit/patient.ts'

const recorded = '11111111-1111-4111-8111-111111111111'
const plain = '22222222-2222-4222-8222-222222222222'
const facts: CaptureFacts = {
  challengeId: 1,
  challengeTitle: 'Heap',
  participationId: 2,
  teamId: 3,
  teamName: 'Team',
  runtimeId: 'box',
  flag: null,
}

let box: Server
let http: HttpServer
let relay: Relay
let origin: string
let gone: (id: string) => void
let told: unknown[]
let refused: unknown[]
let crowded: string[]
let targets: Socket[]
let clients: RawWebSocket[]

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const listening = async (server: Server): Promise<void> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

const recorder: Recorder = {
  begin(target, capture, client, server) {
    expect(capture).toBe(facts)
    told.push(['begin', target.id, client, server])
    return {
      toServer: (bytes) => void told.push(['to server', Buffer.from(bytes).toString()]),
      toClient: (bytes) => void told.push(['to client', Buffer.from(bytes).toString()]),
      end: (by) => void told.push(['end', by]),
    }
  },
  async finish(id) {
    told.push(['finish', id])
  },
}

const build = (limits: Partial<RelayLimits> = {}): void => {
  const port = portOf(box)
  const found: RelayTargets = {
    find: async (id) => ({ id, host: '127.0.0.1', port, capture: id === recorded ? facts : null }),
    onGone(listener) {
      gone = listener
      return () => undefined
    },
  }
  relay = createRelay({
    targets: found,
    recorder,
    clock: createTestClock(),
    gate: async () => null,
    addressOf: ({ headers }: IncomingMessage) => headers['x-client']?.toString() ?? null,
    countedAs: (address) => address.slice(0, address.lastIndexOf('.')),
    timesAt: (address) => (address.startsWith('203.0.113.') ? 2 : 1),
    crowded: (address) => void crowded.push(address),
    refuse(_request, socket, error) {
      refused.push(error instanceof Problem ? error.code : error)
      socket.destroy()
    },
    report: (error) => void refused.push(error),
    limits,
  })
  http.removeAllListeners('upgrade').on('upgrade', (request, socket, head) => {
    if (!relay.upgrade(request, socket as Socket, head)) socket.destroy()
  })
}

beforeEach(async () => {
  told = []
  refused = []
  crowded = []
  targets = []
  clients = []
  box = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined)
    targets.push(socket)
  })
  http = createHttpServer()
  await Promise.all([listening(box), listening(http)])
  origin = `http://127.0.0.1:${portOf(http)}`
  build()
})
afterEach(async () => {
  for (const { socket } of clients) socket.destroy()
  for (const socket of targets) socket.destroy()
  await relay.close()
  http.close()
  box.close()
})

const join = async (id: string): Promise<{ client: RawWebSocket; target: Socket }> => {
  const count = targets.length
  const client = await openRaw(origin, `/api/proxy/${id}`, { headers: { 'x-client': '192.0.2.7' } })
  clients.push(client)
  await expect.poll(() => targets.length, patient).toBeGreaterThan(count)
  const target = targets.at(-1)
  if (target === undefined) throw new Error('nobody has come')
  return { client, target }
}

const untilTold = (count: number): Promise<void> => expect.poll(() => told.length, patient).toBe(count)

describe('what is recorded', () => {
  it('is who spoke to whom, and every byte in both directions, until the client ends', async () => {
    const { client, target } = await join(recorded)
    client.socket.write(Buffer.concat([frame(opcodes.text, 'que'), frame(opcodes.binary, 'stion')]))
    await untilTold(2)
    target.write('answer')
    await untilTold(3)
    client.socket.write(leave(1000))
    target.end('more')
    await untilTold(5)
    expect(told).toEqual([
      ['begin', recorded, '192.0.2.7', { address: '127.0.0.1', port: portOf(box) }],
      ['to server', 'question'],
      ['to client', 'answer'],
      ['to client', 'more'],
      ['end', 'client'],
    ])
  })

  it('ends with the container, when that ends first', async () => {
    const { client, target } = await join(recorded)
    target.end('bye')
    expect(await client.farewell()).toBe(1000)
    client.socket.write(Buffer.concat([frame(opcodes.text, 'bye'), leave(1000)]))
    await untilTold(4)
    expect(told.slice(1)).toEqual([
      ['to client', 'bye'],
      ['to server', 'bye'],
      ['end', 'server'],
    ])
  })

  it.each([
    ['the client', (client: Socket) => void client.resetAndDestroy()],
    ['the container', (_client: Socket, target: Socket) => void target.resetAndDestroy()],
    ['a broken protocol', (client: Socket) => void client.write(frame(5))],
  ])('is broken off by %s', async (_says, breakOff) => {
    const { client, target } = await join(recorded)
    breakOff(client.socket, target)
    await untilTold(2)
    expect(told[1]).toEqual(['end', 'reset'])
  })

  it('is closed as soon as the container is gone', async () => {
    await join(recorded)
    await join(plain)
    gone(recorded)
    expect(told.slice(1)).toEqual([
      ['end', 'reset'],
      ['finish', recorded],
    ])
  })

  it('is nothing of what is not to be recorded', async () => {
    const { client, target } = await join(plain)
    client.socket.write(frame(opcodes.text, 'question'))
    await once(target, 'data')
    expect(told).toEqual([])
  })
})

describe('the limits of the whole process', () => {
  it('turn away anyone who comes when there are too many connections', async () => {
    build({ connections: 2 })
    await join(plain)
    await join(recorded)
    await openRaw(origin, `/api/proxy/${plain}`)
    expect(refused).toEqual(['server.unavailable'])
  })

  it('cut off those who have kept too much waiting for the longest time', async () => {
    build({ stalledBytes: 300_000 })
    const [first, second] = [await join(plain), await join(plain)]
    for (const { client, target } of [first, second]) {
      client.socket.pause()
      target.write(Buffer.alloc(20_000_000))
      await expect.poll(() => relay.stalled, patient).toBeGreaterThan(0)
    }
    const third = await join(plain)
    third.client.socket.pause()
    third.target.write(Buffer.alloc(20_000_000))
    await expect.poll(() => relay.open, patient).toBeLessThan(3)
    expect(relay.stalled).toBeLessThan(300_000)
    first.client.socket.resume()
    expect(await first.client.farewell()).toBe(1006)
  })
})

describe('what is not for the relay', () => {
  it.each(['/api/proxy/x', `/api/proxy/other/${plain}`, `/api/proxies/${plain}`, `/api/proxy/${plain}/more`])(
    '%s is left alone',
    async (path) => {
      await openRaw(origin, path)
      expect([refused, relay.open]).toEqual([[], 0])
    },
  )
})

describe('connections of one network', () => {
  const from = async (address: string): Promise<string | null> => {
    const client = await openRaw(origin, `/api/proxy/${randomUUID()}`, { headers: { 'x-client': address } })
    clients.push(client)
    return client.refusal
  }

  it('have a limit, whichever containers they lead to, until they end', async () => {
    build({ connectionsPerAddress: 2 })
    expect(await from('192.0.2.1')).toBeNull()
    expect(await from('192.0.2.2')).toBeNull()
    expect(await from('192.0.2.3')).not.toBeNull()
    expect(refused).toEqual(['request.tooMany'])
    expect(await from('198.51.100.1')).toBeNull()

    clients[0]?.socket.destroy()
    targets[0]?.destroy()
    await expect.poll(() => from('192.0.2.3'), patient).toBeNull()
  })

  it('have a larger one at a venue', async () => {
    build({ connectionsPerAddress: 1 })
    for (const host of [1, 2]) expect(await from(`203.0.113.${host}`)).toBeNull()
    expect(await from('203.0.113.3')).not.toBeNull()
    expect(await from('198.51.100.1')).toBeNull()
    expect(await from('198.51.100.2')).not.toBeNull()
    expect(crowded).toEqual(['203.0.113.3', '198.51.100.2'])
  })
})
