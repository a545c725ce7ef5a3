import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { Agent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '@pennant/contract/limit'
import { freePort } from '../kit/free-port.ts'
import { callHttps } from '../kit/https-call.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { shippedNginxMissing, startShippedNginx } from '../kit/nginx.ts'

type Upstream = {
  port: number
  connections: number
  asked: { method: string; headers: IncomingHttpHeaders }[]
  /** Takes the whole request, then its connection ends. */
  dies: boolean
}

const openUpstream = async ({ dies = false, lacksAll = false } = {}): Promise<Upstream> => {
  const server: Server = createServer((request, response) => {
    upstream.asked.push({ method: request.method ?? '', headers: request.headers })
    if (lacksAll) response.statusCode = 404
    request.resume().on('end', () => (upstream.dies ? request.socket.destroy() : response.end('served')))
  })
  server.on('connection', () => upstream.connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const upstream: Upstream = { port, connections: 0, asked: [], dies }
  return upstream
}

const missing = shippedNginxMissing()

const start = async (...ports: number[]): ReturnType<typeof startShippedNginx> => {
  const nginx = await startShippedNginx(ports)
  onTestFinished(nginx.stop)
  return nginx
}

describe.skipIf(missing !== null)(withSkipReason('the nginx that is shipped', missing), () => {
  it('sends plain HTTP to HTTPS', async () => {
    const { plainOrigin } = await start(await freePort())
    const answer = await fetch(`${plainOrigin}/games?page=2`, { redirect: 'manual' })
    expect(answer.status).toBe(301)
    expect(answer.headers.get('location')).toBe('https://127.0.0.1/games?page=2')
  })

  it('speaks TLS 1.2 and 1.3 only', async () => {
    const { origin, ca } = await start(await freePort())
    const port = Number(new URL(origin).port)
    const speak = async (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<unknown> => {
      // OpenSSL would refuse old versions before it has asked.
      const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
      const socket = connectTls({ port, ca, ...old })
      try {
        await once(socket, 'secureConnect')
        return socket.getProtocol()
      } catch (error) {
        return (error as NodeJS.ErrnoException).code
      } finally {
        socket.destroy()
      }
    }
    expect(await speak('TLSv1.1')).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
    expect(await speak('TLSv1.2')).toBe('TLSv1.2')
    expect(await speak('TLSv1.3')).toBe('TLSv1.3')
  })

  it('takes packages of every size that the server takes, and only them', async () => {
    const { origin, ca } = await start(await freePort())
    const announce = async (path: string): Promise<string | undefined> => {
      const socket = connectTls({ port: Number(new URL(origin).port), ca })
      await once(socket, 'secureConnect')
      // With the overhead of a form.
      const bytes = limits.packageBytes + 4096
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${bytes}\r\n\r\n`,
      )
      const [answer] = await once(socket, 'data')
      socket.destroy()
      return /^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]
    }
    for (const path of ['/api/edit/games/import', '/api/edit/games/import/report'])
      expect(await announce(path)).toBe('100')
    for (const path of ['/api/assets', '/api/edit/games']) expect(await announce(path)).toBe('413')
  })
})

const through = async (...ports: number[]) => {
  const { origin, ca } = await start(...ports)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return (method: string, headers: Record<string, string> = {}, path = '/path') =>
    callHttps(method, `${origin}${path}`, { ca, agent, headers })
}

describe.skipIf(missing !== null)(withSkipReason('what it asks of servers', missing), () => {
  it('goes over connections that are kept', async () => {
    const upstream = await openUpstream()
    const call = await through(upstream.port)
    for (let each = 0; each < 20; each++) expect((await call('GET')).status).toBe(200)
    expect(upstream.asked).toHaveLength(20)
    expect(upstream.connections).toBe(1)
  })

  it('says who asked, and where', async () => {
    const upstream = await openUpstream()
    const call = await through(upstream.port)
    const { headers } = await call('GET', {
      host: 'localhost:8443',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'elsewhere.example',
      'x-request-id': 'made up',
    })
    const asked = upstream.asked[0]?.headers
    expect(asked).toEqual({
      host: 'localhost:8443',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-request-id': headers['x-request-id'],
    })
    expect(asked?.['x-request-id']).toMatch(/^[\da-f]{32}$/)
  })

  const both = async (
    call: Awaited<ReturnType<typeof through>>,
    method: string,
    path?: string,
  ): Promise<number[]> => {
    const statuses = [(await call(method, {}, path)).status, (await call(method, {}, path)).status]
    return statuses.toSorted((one, other) => one - other)
  }

  it('goes to another version if one lacks that part of the page', async () => {
    const versions = [await openUpstream({ lacksAll: true }), await openUpstream()]
    const call = await through(...versions.map(({ port }) => port))
    expect(await both(call, 'GET', '/static/entry.js')).toEqual([200, 200])
    expect(await both(call, 'GET', '/api/game/1')).toEqual([200, 404])
  })

  it('is answered with 404 if no version has that part', async () => {
    const versions = [await openUpstream({ lacksAll: true }), await openUpstream({ lacksAll: true })]
    const call = await through(...versions.map(({ port }) => port))
    expect(await both(call, 'GET', '/static/entry.js')).toEqual([404, 404])
  })

  it('is never sent twice if it changes something', async () => {
    const [dying, healthy] = [await openUpstream({ dies: true }), await openUpstream()]
    const call = await through(dying.port, healthy.port)
    expect(await both(call, 'POST')).toEqual([200, 502])
    expect(dying.asked).toHaveLength(1)
    expect(healthy.asked).toHaveLength(1)
  })

  it('goes to another server as long as none has received it', async () => {
    const healthy = await openUpstream()
    const call = await through(await freePort(), healthy.port)
    expect(await both(call, 'POST')).toEqual([200, 200])
    expect(healthy.asked).toHaveLength(2)
  })

  it('goes on to servers that have just failed', async () => {
    const [one, other] = [await openUpstream({ dies: true }), await openUpstream({ dies: true })]
    const call = await through(one.port, other.port)
    expect(await both(call, 'POST')).toEqual([502, 502])
    one.dies = other.dies = false
    expect(await both(call, 'POST')).toEqual([200, 200])
  })

  it('goes to another server when it only reads', async () => {
    const [dying, healthy] = [await openUpstream({ dies: true }), await openUpstream()]
    const call = await through(dying.port, healthy.port)
    expect(await both(call, 'GET')).toEqual([200, 200])
    expect(dying.asked).toHaveLength(1)
    expect(healthy.asked).toHaveLength(2)
  })
})
