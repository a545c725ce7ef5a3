import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { insertChallenge, insertContainer, insertGame } from '../../kit/factories.ts'
import { patient } from '../../kit/patient.ts'
import { frame, leave, opcodes, openRaw } from '../../kit/raw-websocket.ts'
import { createRelaySetup, type RelaySetup } from '../../kit/relay-setup.ts'
import { createWorld } from '../../kit/world.ts'

let setup: RelaySetup
beforeAll(async () => {
  setup = await createRelaySetup()
})
afterEach(() => setup.clear())
afterAll(() => setup.close())

const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

type Refusal = { status: string; head: string; body: { title: string; status: number; code: string } }

const refusalOf = async (path: string, headers: Record<string, string> = {}): Promise<Refusal> => {
  const { refusal, closed } = await setup.knock(path, {
    headers: { 'accept-language': 'de-DE', ...headers },
  })
  if (refusal === null) throw new Error('it was let in')
  expect(await closed).toBe('ended')
  const [head = '', body = ''] = refusal.split('\r\n\r\n')
  return { status: head.split('\r\n')[0] ?? '', head, body: JSON.parse(body) }
}

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

describe('asked without a WebSocket', () => {
  it.each(methods)('%s tells whether a container is there', async (method) => {
    const { path } = await setup.serve()
    const visitor = setup.world.visitor()
    expect(await visitor.call(method, path)).toMatchObject({ status: 204, text: '' })
    expect(await visitor.call(method, `${path.toUpperCase()}/?probe=1`)).toMatchObject({ status: 204 })
    const unknown = await visitor.call(method, `/api/proxy/${randomUUID()}`)
    expect(unknown.status).toBe(404)
    if (method !== 'HEAD') expect(unknown.body).toMatchObject({ status: 404, code: 'instance.notFound' })
  })

  it('another method than these is refused', async () => {
    const { path } = await setup.serve()
    expect((await setup.world.visitor().call('PROPFIND', path)).status).toBe(405)
  })

  it('it is all the same with a body, a cookie or an offer of another protocol', async () => {
    const { path } = await setup.serve()
    const raw = { type: 'application/json', bytes: '{"broken":' }
    expect((await setup.world.visitor().call('POST', path, { raw })).status).toBe(204)
    expect((await setup.world.visitor({ cookie: 'pennant_session=x' }).get(path)).status).toBe(204)
    const { refusal } = await setup.knock(path, { headers: { upgrade: 'h2c' } })
    expect(refusal).toMatch(/^HTTP\/1\.1 204 /)
  })

  it('the route of teams knows tests as well, and that of tests nothing else', async () => {
    const [team, test] = [await setup.serve(), await setup.serve({ test: true })]
    const visitor = setup.world.visitor()
    const statusOf = async (path: string): Promise<number> => (await visitor.get(path)).status
    expect(await statusOf(test.path)).toBe(204)
    expect(await statusOf(`/api/proxy/${test.container.id}`)).toBe(204)
    expect(await statusOf(`/api/proxy/noinst/${team.container.id}`)).toBe(404)
  })

  it.each([
    ['one that is still starting', { status: 'Pending', runtime_id: null, ip: null, port: null }],
    ['one that is being stopped', { status: 'Destroyed' }],
    ['one that players reach by themselves', { is_proxied: false }],
  ] as const)('%s is not there', async (_says, given) => {
    const { path } = await setup.serve({ given })
    expect((await setup.world.visitor().get(path)).status).toBe(404)
  })

  it.each(['/api/proxy/x', '/api/proxy/noinst', '/api/proxy/noinst/1', '/api/proxy/'])(
    'nothing is at %s',
    async (path) => {
      expect((await setup.world.visitor().get(path)).status).toBe(404)
      expect((await refusalOf(path)).status).toBe('HTTP/1.1 404 Not Found')
    },
  )

  it('it is found as soon as it runs, and gone as soon as it stops', async () => {
    const { world } = setup
    const { container, path } = await setup.serve({ given: { status: 'Destroyed' } })
    expect((await world.visitor().get(path)).status).toBe(404)
    await world.db
      .updateTable('container')
      .set({ status: 'Running' })
      .where('id', '=', container.id)
      .execute()
    world.clock.advance(1_001)
    expect((await world.visitor().get(path)).status).toBe(204)
    await world.db.deleteFrom('container').where('id', '=', container.id).execute()
    world.adapters.bus.publish('instance.gone', { id: container.id })
    await expect.poll(async () => (await world.visitor().get(path)).status, patient).toBe(404)
  })
})

describe('where players reach containers by themselves', () => {
  it('every request is refused, whether there is such a container or not', async () => {
    const world = await createWorld()
    const test = await insertChallenge(world.db, await insertGame(world.db))
    const { id } = await insertContainer(world.db, { test }, { is_proxied: true })
    for (const path of [`/api/proxy/${id}`, `/api/proxy/noinst/${id}`, `/api/proxy/${randomUUID()}`]) {
      const body = { status: 400, code: 'proxy.off' }
      for (const method of ['GET', 'OPTIONS'])
        expect(await world.visitor().call(method, path)).toMatchObject({ status: 400, body })
      const { refusal } = await openRaw(world.origin, path)
      expect(refusal).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"code":"proxy\.off"/)
    }
    await world.close()
  })
})

describe('asked for a WebSocket', () => {
  it('it is let in without session, subprotocol or extension, wherever it comes from', async () => {
    const { path, next } = await setup.serve()
    const socket = new WebSocket(setup.world.origin.replace('http', 'ws') + path, ['one', 'two'], {
      origin: 'https://elsewhere.example',
    })
    const refused = once(socket, 'error').then(([error]) => error as Error)
    // The library requires a subprotocol once it has offered some.
    expect((await refused).message).toBe('Server sent no subprotocol')
    await next()
    const plain = new WebSocket(setup.world.origin.replace('http', 'ws') + path, {
      origin: 'https://elsewhere.example',
    })
    await once(plain, 'open')
    expect([plain.protocol, plain.extensions]).toEqual(['', ''])
    plain.terminate()
  })

  it('it is answered in the words of the wire, in the language of the caller, with security headers', async () => {
    const { status, head, body } = await refusalOf(`/api/proxy/${randomUUID()}`)
    expect(status).toBe('HTTP/1.1 404 Not Found')
    expect(body).toEqual({ title: 'Instanz nicht gefunden', status: 404, code: 'instance.notFound' })
    expect(head).toContain('content-type: application/json; charset=utf-8')
    expect(head).toContain('content-language: de-DE')
    expect(head).toContain('x-content-type-options: nosniff')
    expect(head).toContain('connection: close')
  })

  it.each([
    ['no key', { 'sec-websocket-key': '' }],
    ['a short key', { 'sec-websocket-key': 'dGhl' }],
    ['an old version', { 'sec-websocket-version': '8' }],
    ['no version', { 'sec-websocket-version': '' }],
  ])('%s is refused', async (_says, headers) => {
    const { path, connections } = await setup.serve()
    const { status, body } = await refusalOf(path, headers)
    expect([status, body.code]).toEqual(['HTTP/1.1 400 Bad Request', 'request.malformed'])
    expect(connections.size).toBe(0)
  })

  it('a container where nobody listens makes a teapot of us, and says why', async () => {
    const { path } = await setup.serve({ given: { port: await closedPort() } })
    const { status, body } = await refusalOf(path)
    expect(status).toBe("HTTP/1.1 418 I'm a Teapot")
    expect(body).toMatchObject({ status: 418, code: 'proxy.unreachable' })
    expect(body.title).toContain('ConnectionRefused')
    expect(setup.open()).toBe(0)
  })

  it('a container whose name nobody knows is refused', async () => {
    const { path } = await setup.serve({ given: { ip: 'box.invalid' } })
    const { status, body } = await refusalOf(path)
    expect([status, body.code]).toEqual(['HTTP/1.1 400 Bad Request', 'proxy.unresolvable'])
  })

  it('the container is called before the client is let in', async () => {
    const { path } = await setup.serve({ work: (socket) => void socket.end('bye') })
    const client = await setup.knock(path)
    expect(client.refusal).toBeNull()
    expect((await client.data()).toString()).toBe('bye')
  })

  it('what it sends along with the request is not lost', async () => {
    const service = await setup.serve()
    const more = Buffer.concat([frame(opcodes.binary, 'early '), frame(opcodes.text, 'bird'), leave(1000)])
    const client = setup.knock(service.path, { more })
    const target = await service.next()
    let said = ''
    target.on('data', (chunk) => (said += String(chunk)))
    await once(target, 'end')
    expect(said).toBe('early bird')
    target.end()
    expect(await (await client).farewell()).toBe(1000)
  })
})

describe('the number of connections to a container', () => {
  const limit = 32

  it.each([false, true])('is at most 32, and what has ended makes room (test: %s)', async (test) => {
    const service = await setup.serve({ test })
    const pairs = await Promise.all(Array.from({ length: limit }, () => service.connect()))
    const { status, body } = await refusalOf(service.path)
    expect([status, body.code]).toEqual(['HTTP/1.1 400 Bad Request', 'proxy.tooManyConnections'])
    expect(service.connections.size).toBe(limit)
    const other = await setup.serve()
    await other.connect()
    pairs[0]?.client.socket.resetAndDestroy()
    await expect.poll(() => setup.open(), patient).toBe(limit)
    expect((await service.connect()).client.refusal).toBeNull()
  })

  it('is kept in a race', async () => {
    const service = await setup.serve()
    const all = await Promise.all(Array.from({ length: 60 }, () => setup.knock(service.path)))
    expect(all.filter(({ refusal }) => refusal === null)).toHaveLength(limit)
    // The service learns of a connection a little later than the client.
    await expect.poll(() => service.connections.size, patient).toBe(limit)
  })

  it('counts none that have failed', async () => {
    const service = await setup.serve({ given: { port: await closedPort() } })
    for (let round = 0; round < 2; round++) {
      const all = await Promise.all(Array.from({ length: 40 }, () => setup.knock(service.path)))
      expect(all.every(({ refusal }) => /^HTTP\/1\.1 4(00|18) /.test(refusal ?? ''))).toBe(true)
      expect(setup.open()).toBe(0)
    }
  })
})
