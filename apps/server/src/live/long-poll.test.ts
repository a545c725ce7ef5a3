import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handshake, joinRaw, refusalOf, separator } from '../../../../tests/kit/hub-client.ts'
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

type Poller = {
  url: string
  poll(signal?: AbortSignal): Promise<{ status: number; records: unknown[] }>
  say(...messages: unknown[]): Promise<number>
  end(): Promise<number>
}

async function open(path = '/hub/user?game=1', at: HubProcess = server): Promise<Poller> {
  const negotiation = await fetch(`${at.address}${path.replace('?', '/negotiate?negotiateVersion=1&')}`, {
    method: 'POST',
  })
  const { connectionToken } = (await negotiation.json()) as { connectionToken: string }
  const url = `${at.address}${path}&id=${connectionToken}`
  return {
    url,
    async poll(signal) {
      const response = await fetch(url, signal === undefined ? {} : { signal })
      const text = await response.text()
      const records = response.ok
        ? text
            .split(separator)
            .slice(0, -1)
            .map((record): unknown => JSON.parse(record))
        : []
      return { status: response.status, records }
    },
    async say(...messages) {
      const body = messages.map((message) => JSON.stringify(message) + separator).join('')
      return (await fetch(url, { method: 'POST', body })).status
    },
    end: async () => (await fetch(url, { method: 'DELETE' })).status,
  }
}

async function join(path?: string, at?: HubProcess): Promise<Poller> {
  const poller = await open(path, at)
  await poller.poll()
  await poller.say(handshake)
  expect(await poller.poll()).toEqual({ status: 200, records: [{}] })
  return poller
}

async function taken(): Promise<void> {
  const before = server.requests
  await expect.poll(() => server.requests, patient).toBe(before + 1)
}

const event = (target: string): unknown => ({ type: 1, target, arguments: [null] })

describe('a poll', () => {
  it('opens the connection when it is the first, and is answered at once', async () => {
    const poller = await open()
    expect(await poller.poll()).toEqual({ status: 200, records: [] })
    expect(server.hubs.stats().transports.LongPolling).toBe(1)
  })

  it('waits for a message', async () => {
    const poller = await join()
    const answer = poller.poll()
    server.hubs.toPlayers(1, 'A', null)
    expect(await answer).toEqual({ status: 200, records: [event('A')] })
  })

  it('brings all that came while nobody polled', async () => {
    const poller = await join()
    for (const name of ['A', 'B']) server.hubs.toPlayers(1, name, null)
    await world.time.pass(3)
    server.hubs.toPlayers(1, 'C', null)
    await world.time.pass(1)
    expect(await poller.poll()).toEqual({ status: 200, records: [event('A'), event('B'), event('C')] })
  })

  it('that is hung up on loses nothing', async () => {
    const poller = await join()
    const hangUp = new AbortController()
    const answer = poller.poll(hangUp.signal)
    await taken()
    hangUp.abort()
    await expect(answer).rejects.toThrow('aborted')
    await expect.poll(() => server.hungUp, patient).toBe(1)
    server.hubs.toPlayers(1, 'A', null)
    expect(await poller.poll()).toEqual({ status: 200, records: [event('A')] })
  })

  it('that is hung up on, and followed by none, is missed as any other', async () => {
    const poller = await join()
    const hangUp = new AbortController()
    const answer = poller.poll(hangUp.signal)
    await taken()
    await world.time.pass(30)
    hangUp.abort()
    await expect(answer).rejects.toThrow('aborted')
    await expect.poll(() => server.hungUp, patient).toBe(1)
    await world.time.pass(13)
    expect(server.hubs.stats().hubs.user).toBe(1)
    await world.time.pass(3)
    expect(server.hubs.stats().hubs.user).toBe(0)
  })

  it('gives way to a newer one', async () => {
    const poller = await join()
    const older = poller.poll()
    await taken()
    const newer = poller.poll()
    expect(await older).toEqual({ status: 204, records: [] })
    server.hubs.toPlayers(1, 'A', null)
    expect(await newer).toEqual({ status: 200, records: [event('A')] })
  })

  it('ends without news after ninety seconds, and another may follow', async () => {
    const poller = await join()
    const answer = poller.poll()
    await taken()
    await world.time.pass(91)
    expect(await answer).toEqual({ status: 200, records: [] })
    expect(server.hubs.stats().hubs.user).toBe(1)
    server.hubs.toPlayers(1, 'A', null)
    expect(await poller.poll()).toEqual({ status: 200, records: [event('A')] })
  })

  it('is missed after fifteen seconds', async () => {
    const poller = await join()
    await world.time.pass(14)
    expect(server.hubs.stats().hubs.user).toBe(1)
    await world.time.pass(3)
    expect(server.hubs.stats().hubs.user).toBe(0)
    expect((await poller.poll()).status).toBe(204)
    expect(await poller.say({ type: 6 })).toBe(404)
  })

  it('is not expected to be told of signs of life', async () => {
    const poller = await join()
    const answer = poller.poll()
    await taken()
    await world.time.pass(60)
    server.hubs.toPlayers(1, 'A', null)
    expect(await answer).toEqual({ status: 200, records: [event('A')] })
  })
})

describe('a message by POST', () => {
  it('is heard', async () => {
    const poller = await join()
    expect(await poller.say({ type: 1, invocationId: '1', target: 'X', arguments: [] })).toBe(200)
    expect((await poller.poll()).records).toEqual([
      { type: 3, invocationId: '1', error: "Unknown hub method 'X'." },
    ])
  })

  it('that is too large ends the connection', async () => {
    const poller = await join()
    expect(await poller.say('x'.repeat(40_000))).toBe(413)
    expect((await poller.poll()).records).toEqual([{ type: 7, error: 'The message is too large.' }])
    expect((await poller.poll()).status).toBe(204)
  })

  it('does not reach a connection of another hub', async () => {
    const poller = await join()
    const url = poller.url.replace('/hub/user', '/hub/monitor')
    expect((await fetch(url, { method: 'POST', body: '' })).status).toBe(404)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(404)
    expect((await fetch(url)).status).toBe(404)
  })

  it('does not belong on a WebSocket', async () => {
    const poller = await open()
    await joinRaw(server.address, poller.url.slice(server.address.length))
    expect(await poller.say({ type: 6 })).toBe(405)
    expect(await poller.end()).toBe(400)
    expect((await poller.poll()).status).toBe(400)
  })
})

describe('the end', () => {
  it('comes with DELETE, and ends a waiting poll', async () => {
    const poller = await join()
    const answer = poller.poll()
    await taken()
    expect(await poller.end()).toBe(202)
    expect(await answer).toEqual({ status: 204, records: [] })
    expect(server.hubs.stats().hubs.user).toBe(0)
    expect(await poller.end()).toBe(404)
  })

  it('comes with a farewell to a refused client, and then with 204', async () => {
    const poller = await open('/hub/admin?x=1')
    await poller.poll()
    await poller.say(handshake)
    expect(await poller.poll()).toEqual({ status: 200, records: [{}] })
    expect(await poller.poll()).toEqual({ status: 200, records: [{ type: 7 }] })
    expect(await poller.poll()).toEqual({ status: 204, records: [] })
    expect(server.hubs.stats().hubs.admin).toBe(0)
  })

  it('comes when too much waits', async () => {
    await join()
    for (let count = 0; count < 5; count++) server.hubs.toPlayers(1, 'A', 'x'.repeat(300_000))
    await expect.poll(() => server.hubs.stats(), patient).toMatchObject({ hubs: { user: 0 }, slow: 1 })
  })

  it('leaves the token worthless for other transports', async () => {
    const poller = await join()
    const path = poller.url.slice(server.address.length)
    expect(await refusalOf(server.address, path)).toMatchObject({ status: 400 })
    await poller.end()
    expect(await refusalOf(server.address, path)).toMatchObject({ status: 404 })
    expect((await fetch(poller.url, { headers: { Accept: 'text/event-stream' } })).status).toBe(404)
  })
})
