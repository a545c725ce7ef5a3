import { request } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handshake, separator } from '../../../../tests/kit/hub-client.ts'
import { createHubWorld, type HubProcess, type HubWorld } from '../../../../tests/kit/hub-world.ts'
import { patient } from '../../../../tests/kit/patient.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let world: HubWorld
let server: HubProcess

beforeEach(async () => {
  world = createHubWorld()
  server = await world.start()
})
afterEach(() => world.close())

type Stream = {
  url: string
  headers: Record<string, unknown>
  text(): string
  ended: Promise<void>
  hangUp(): void
  pause(): void
  say(...messages: unknown[]): Promise<number>
}

async function open(path = '/hub/user?game=1'): Promise<Stream> {
  const negotiation = await fetch(`${server.address}${path.replace('?', '/negotiate?negotiateVersion=1&')}`, {
    method: 'POST',
  })
  const { connectionToken } = (await negotiation.json()) as { connectionToken: string }
  const url = `${server.address}${path}&id=${connectionToken}`
  return await new Promise((resolve, reject) => {
    const ask = request(url, { headers: { Accept: 'text/event-stream' } }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('error', () => {})
      resolve({
        url,
        headers: { status: response.statusCode, ...response.headers },
        text: () => text,
        ended: new Promise((end) => {
          response.on('close', () => end())
        }),
        hangUp: () => ask.destroy(),
        pause: () => response.pause(),
        say: async (...messages) => {
          const body = messages.map((message) => JSON.stringify(message) + separator).join('')
          return (await fetch(url, { method: 'POST', body })).status
        },
      })
    })
    ask.on('error', reject)
    ask.end()
  })
}

it('is a stream no proxy should hold back, with an event for each record', async () => {
  const stream = await open()
  expect(stream.headers).toMatchObject({
    status: 200,
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-store',
    'x-accel-buffering': 'no',
  })
  expect(await stream.say(handshake)).toBe(200)
  await expect.poll(stream.text, patient).toBe(`:\r\n\r\ndata: {}${separator}\r\n\r\n`)
  server.hubs.toPlayers(1, 'A', 'one\ntwo')
  server.hubs.toPlayers(1, 'B', 2)
  await expect
    .poll(stream.text)
    .toContain(
      `data: {"type":1,"target":"A","arguments":["one\\ntwo"]}${separator}\r\n\r\n` +
        `data: {"type":1,"target":"B","arguments":[2]}${separator}\r\n\r\n`,
    )
  expect(server.hubs.stats().transports.ServerSentEvents).toBe(1)
})

it('is kept alive by pings, and ends when its client falls silent', async () => {
  const stream = await open()
  await stream.say(handshake)
  await world.time.pass(16)
  await expect.poll(stream.text, patient).toContain('data: {"type":6}')
  await world.time.pass(16)
  await stream.ended
  expect(stream.text()).toContain('"allowReconnect":true')
  expect(server.hubs.stats().hubs.user).toBe(0)
})

it('ends with its client, and cannot be resumed', async () => {
  const stream = await open()
  await stream.say(handshake)
  stream.hangUp()
  await expect.poll(() => server.hubs.stats().hubs.user, patient).toBe(0)
  expect(await stream.say({ type: 6 })).toBe(404)
  expect((await fetch(stream.url, { headers: { Accept: 'text/event-stream' } })).status).toBe(404)
})

it('is opened once', async () => {
  const stream = await open()
  expect((await fetch(stream.url, { headers: { Accept: 'text/event-stream' } })).status).toBe(409)
  expect((await fetch(stream.url)).status).toBe(400)
  expect((await fetch(stream.url, { method: 'DELETE' })).status).toBe(400)
})

it('ends after the farewell to a refused client', async () => {
  const stream = await open('/hub/admin?x=1')
  await stream.say(handshake)
  await stream.ended
  expect(stream.text()).toBe(`:\r\n\r\ndata: {}${separator}\r\n\r\ndata: {"type":7}${separator}\r\n\r\n`)
})

it('does not gather without bound for a client that does not read', async () => {
  const stream = await open()
  await stream.say(handshake)
  stream.pause()
  let sent = 0
  while (server.hubs.stats().slow === 0) {
    server.hubs.toPlayers(1, 'A', 'x'.repeat(256 * 1024))
    await new Promise((resolve) => setTimeout(resolve, 2))
    // More than the network can buffer.
    expect(++sent).toBeLessThan(400)
  }
  await expect.poll(() => server.hubs.stats().hubs.user, patient).toBe(0)
})
