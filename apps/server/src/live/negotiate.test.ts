import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectRaw, handshake, refusalOf } from '../../../../tests/kit/hub-client.ts'
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

const ask = async (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
  await fetch(server.address + path, { method, ...init })

type Negotiation = { connectionId: string; connectionToken: string; negotiateVersion: number }

// The tests below check the shape.
const negotiate = async (path = '/hub/user/negotiate?game=1&negotiateVersion=1'): Promise<Negotiation> =>
  (await (await ask('POST', path)).json()) as Negotiation

describe('negotiation', () => {
  it('of version 1 names an id to show and a token to keep', async () => {
    const response = await ask('POST', '/hub/user/negotiate?game=1&negotiateVersion=1')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('no-store')
    const body = (await response.json()) as Negotiation
    expect(body).toEqual({
      negotiateVersion: 1,
      connectionId: expect.any(String),
      connectionToken: expect.any(String),
      availableTransports: [
        { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
        { transport: 'ServerSentEvents', transferFormats: ['Text'] },
        { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
      ],
    })
    expect(body.connectionToken).not.toContain(body.connectionId)
    // At least sixteen random bytes, in base64url.
    expect(body.connectionToken).toMatch(/^[\w-]{22,}$/)
  })

  it('without a version names an id alone', async () => {
    expect(await negotiate('/hub/user/negotiate?game=1')).toEqual({
      negotiateVersion: 0,
      connectionId: expect.any(String),
      availableTransports: expect.any(Array),
    })
  })

  it('of a later version is held in version 1', async () => {
    expect(await negotiate('/hub/user/negotiate?negotiateVersion=7')).toMatchObject({ negotiateVersion: 1 })
  })

  it('of no version at all fails as the protocol says', async () => {
    for (const version of ['-1', 'x', '1.5']) {
      expect(await negotiate(`/hub/user/negotiate?negotiateVersion=${version}`)).toEqual({
        error: expect.any(String),
      })
    }
  })

  it('does not care for letter case or a last slash', async () => {
    expect(await negotiate('/HUB/Monitor/NEGOTIATE/?GAME=1&NEGOTIATEVERSION=1')).toMatchObject({
      negotiateVersion: 1,
    })
  })

  it('asks nobody for admission: refusal comes later', async () => {
    expect(await negotiate('/hub/admin/negotiate?negotiateVersion=1')).toMatchObject({ negotiateVersion: 1 })
    expect(world.people.asked).toEqual([])
  })

  it('keeps nothing of ids that nobody uses', async () => {
    for (let count = 0; count < 50; count++) await negotiate()
    expect(server.hubs.stats()).toMatchObject({ hubs: { user: 0, monitor: 0, admin: 0 } })
  })
})

describe('a token', () => {
  it('opens one connection, and none after it', async () => {
    const { connectionToken } = await negotiate()
    const path = `/hub/user?game=1&id=${connectionToken}`
    const client = await connectRaw(server.address, path)
    expect(await refusalOf(server.address, path)).toEqual({
      status: 409,
      body: { title: expect.any(String), status: 409 },
    })
    client.socket.terminate()
    await expect.poll(() => server.hubs.stats().hubs.user, patient).toBe(0)
    expect(await refusalOf(server.address, path)).toMatchObject({ status: 404 })
  })

  it('expires', async () => {
    const { connectionToken } = await negotiate()
    await world.time.pass(16)
    expect(await refusalOf(server.address, `/hub/user?game=1&id=${connectionToken}`)).toMatchObject({
      status: 404,
    })
  })

  it('is good for its own hub only', async () => {
    const { connectionToken } = await negotiate()
    expect(await refusalOf(server.address, `/hub/admin?id=${connectionToken}`)).toMatchObject({ status: 404 })
  })

  it('of the id that is shown opens nothing', async () => {
    const { connectionId } = await negotiate()
    expect(await refusalOf(server.address, `/hub/user?game=1&id=${connectionId}`)).toMatchObject({
      status: 404,
    })
  })

  it('of one process opens a WebSocket to another that shares the secret', async () => {
    const secret = Buffer.alloc(32, 1)
    const [one, other] = [await world.start({ secret }), await world.start({ secret })]
    const response = await fetch(`${one.address}/hub/user/negotiate?game=1&negotiateVersion=1`, {
      method: 'POST',
    })
    const { connectionToken } = (await response.json()) as Negotiation
    const client = await connectRaw(other.address, `/hub/user?game=1&id=${connectionToken}`)
    client.say(handshake)
    expect(await client.hear()).toEqual({})
  })
})

describe('a request that fits nothing', () => {
  it.each([
    ['GET', '/hub/user/negotiate', 405],
    ['PUT', '/hub/user?id=x', 405],
    ['OPTIONS', '/hub/user', 405],
    ['GET', '/hub/user?game=1', 400],
    ['POST', '/hub/user?game=1', 400],
    ['DELETE', '/hub/user?game=1', 400],
    ['GET', '/hub/user?id=unknown', 404],
    ['POST', '/hub/user?id=unknown', 404],
    ['DELETE', '/hub/user?id=unknown', 404],
  ])('%s %s is answered with JSON that says so', async (method, path, status) => {
    const response = await ask(method, path)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ title: expect.any(String), status })
    expect(response.headers.has('allow')).toBe(status === 405)
  })

  it.each(['/hub', '/hub/', '/hub/other', '/hub/user/negotiate/more', '/hubs/user', '/'])(
    '%s is left to others',
    async (path) => {
      const response = await ask('GET', path)
      expect(await response.text()).toBe('none of the hubs')
    },
  )

  it('with a body too large to be a message is cut short', async () => {
    const response = await ask('POST', '/hub/user/negotiate', { body: 'x'.repeat(40_000) })
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({ title: expect.any(String), status: 413 })
  })
})

describe('a request from another site', () => {
  const foreign = { headers: { Origin: 'https://evil.test' } }

  it('cannot open a WebSocket with the cookies of our users', async () => {
    expect(await refusalOf(server.address, '/hub/user?game=1', foreign)).toEqual({
      status: 403,
      body: { title: expect.any(String), status: 403 },
    })
    expect(world.people.asked).toEqual([])
  })

  it('cannot negotiate or listen', async () => {
    expect((await ask('POST', '/hub/user/negotiate', foreign)).status).toBe(403)
    expect((await ask('GET', '/hub/user?id=x', foreign)).status).toBe(403)
  })

  it('is told from our own', async () => {
    const client = await connectRaw(server.address, '/hub/user?game=1', {
      headers: { Origin: server.address },
    })
    client.say(handshake)
    expect(await client.hear()).toEqual({})
  })
})

describe('an upgrade', () => {
  it('to something else is left to others', async () => {
    await expect(connectRaw(server.address, '/hub/other')).rejects.toThrow(/hang up|reset/)
  })

  it('to the negotiation, or that is not valid, is refused with JSON', async () => {
    expect(await refusalOf(server.address, '/hub/user/negotiate')).toMatchObject({ status: 400 })
    expect(
      await refusalOf(server.address, '/hub/user', {
        finishRequest(request) {
          request.setHeader('Sec-WebSocket-Version', '99')
          request.end()
        },
      }),
    ).toEqual({
      status: 400,
      body: { title: expect.any(String), status: 400 },
    })
  })
})

describe('limits', () => {
  it('of connections from one address leave other addresses free', async () => {
    const crowded = await world.start({
      limits: { connectionsPerAddress: 2 },
      addressOf: (req) => String(req.headers['x-from']),
    })
    const from = (address: string): { headers: Record<string, string> } => ({
      headers: { 'X-From': address },
    })
    await connectRaw(crowded.address, '/hub/user?game=1', from('a'))
    const second = await connectRaw(crowded.address, '/hub/user?game=1', from('a'))
    expect(await refusalOf(crowded.address, '/hub/user?game=1', from('a'))).toMatchObject({ status: 429 })
    const response = await fetch(`${crowded.address}/hub/user/negotiate`, { method: 'POST', ...from('a') })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('60')
    await connectRaw(crowded.address, '/hub/user?game=1', from('b'))
    second.socket.terminate()
    await expect.poll(() => crowded.hubs.stats().hubs.user, patient).toBe(2)
    await connectRaw(crowded.address, '/hub/user?game=1', from('a'))
  })

  it('of all connections are answered with a time to come back', async () => {
    const full = await world.start({ limits: { connections: 1 } })
    await connectRaw(full.address, '/hub/user?game=1')
    expect(await refusalOf(full.address, '/hub/monitor?game=1')).toMatchObject({ status: 503 })
  })
})
