import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTunnelWorld, scopeOf, type TunnelWorld } from '../../../../tests/kit/tunnel-world.ts'

const allowed = 'https://ctf.example'
const pending = 'https://pending.example'
const vary = 'origin, access-control-request-method, access-control-request-headers'

let world: TunnelWorld
beforeAll(async () => {
  world = await createTunnelWorld()
  await world.page(allowed).allowed()
  await world.page(pending).call('/connect', { method: 'POST', body: scopeOf() })
})
afterAll(() => world.close())

const preflight = (origin: string, path: string, more: Record<string, string> = {}) =>
  world.page(origin).call(path, {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
      ...more,
    },
  })

describe('browsers', () => {
  it.each(['/version', '/connect'])('may read %s on every page', async (path) => {
    for (const origin of [allowed, pending, 'https://any.example', 'null']) {
      const reply = await preflight(origin, path)
      expect(reply).toMatchObject({ status: 200, text: '' })
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
        'access-control-allow-headers': 'content-type',
        vary,
      })
      expect((await world.page(origin).call(path)).headers).toMatchObject({
        'access-control-allow-origin': '*',
        vary,
      })
    }
  })

  it.each(['/pool', '/popup'])('may read %s on pages that are allowed', async (path) => {
    const reply = await preflight(allowed, path)
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({ 'access-control-allow-origin': allowed, vary })
  })

  it.each([
    pending,
    'https://any.example',
    'https://evil-ctf.example',
    'https://ctf.example.evil.example',
    'https://sub.ctf.example',
    'http://ctf.example',
    'https://ctf.example:8443',
    'https://CTF.example',
    'null',
    '',
  ])('may not read /pool on %s', async (origin) => {
    for (const reply of [await preflight(origin, '/pool'), await world.page(origin).call('/pool')]) {
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
      expect(reply.headers.vary).toBe(vary)
    }
  })

  it('may read refusals, too', async () => {
    const cases = [
      ['GET', '/connect', 'https://any.example', 403, '*'],
      ['GET', '/nowhere', 'https://any.example', 404, '*'],
      ['DELETE', '/connect', 'https://any.example', 405, '*'],
      ['PUT', '/pool', allowed, 405, allowed],
      ['POST', '/pool', allowed, 415, allowed],
      ['DELETE', '/pool', allowed, 415, allowed],
    ] as const
    for (const [method, path, origin, status, readers] of cases) {
      const reply = await world.page(origin).call(path, { method })
      expect(reply.status).toBe(status)
      expect(reply.headers['access-control-allow-origin']).toBe(readers)
      expect(reply.headers.vary).toBe(vary)
    }
  })

  it('are told about private networks when they ask, on pages that may', async () => {
    const asks = { 'access-control-request-private-network': 'true' }
    const header = 'access-control-allow-private-network'
    expect((await preflight('https://any.example', '/connect', asks)).headers[header]).toBe('true')
    expect((await preflight(allowed, '/pool', asks)).headers[header]).toBe('true')
    expect((await preflight(pending, '/pool', asks)).headers[header]).toBeUndefined()
    expect((await preflight(allowed, '/pool')).headers[header]).toBeUndefined()
  })

  it('never send credentials', async () => {
    expect((await preflight(allowed, '/pool')).headers['access-control-allow-credentials']).toBeUndefined()
  })
})

describe('a request', () => {
  it.each(['evil.example', 'evil.example:3307', 'localhost.evil.example', '192.168.0.1:3307', '0.0.0.0'])(
    'for the host %s is refused, no matter who sends it',
    async (host) => {
      for (const path of ['/version', '/connect', '/pool', '/nowhere']) {
        const reply = await world.page(allowed).call(path, { headers: { host } })
        expect(reply.status).toBe(403)
        expect(reply.text).toBe('This address is for this machine alone')
      }
      const asked = await world
        .page('https://new.example')
        .call('/connect', { method: 'POST', headers: { host } })
      expect(asked.status).toBe(403)
      expect((await world.page('https://new.example').call('/connect')).status).toBe(403)
    },
  )

  it.each(['localhost:3307', '127.0.0.1', '[::1]:3307'])('for the host %s is answered', async (host) => {
    expect((await world.call('/version', { headers: { host } })).status).toBe(200)
  })

  it('for an unknown path is answered with an empty 404', async () => {
    for (const path of ['/', '/heartbeat', '/access', '/pool/', '/POOL', '/version/x', '/pool//'])
      expect(await world.page(allowed).call(path)).toMatchObject({ status: 404, text: '' })
  })

  it('of another method is answered with an empty 405 that names the right ones', async () => {
    const reply = await world.page(allowed).call('/pool', { method: 'PATCH' })
    expect(reply).toMatchObject({ status: 405, text: '' })
    expect(reply.headers.allow).toBe('GET, POST, DELETE, OPTIONS')
    expect(await world.call('/version', { method: 'POST' })).toMatchObject({ status: 405, text: '' })
  })

  it('may carry a query, and may be for the head only', async () => {
    expect((await world.call('/version?x=1')).status).toBe(200)
    expect(await world.call('/version', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  })

  it.each(['/connect', '/pool'])('with more than two megabytes for %s is refused', async (path) => {
    const body = JSON.stringify(scopeOf({ name: 'x'.repeat(2 * 1024 * 1024) }))
    const headers = { 'content-type': 'application/json' }
    const reply = await world.page(allowed).call(path, { method: 'POST', body, headers })
    expect(reply.status).toBe(413)
    expect(reply.headers['access-control-allow-origin']).toBe(path === '/pool' ? allowed : '*')
  })

  it('to raise a window changes nothing', async () => {
    expect(await world.call('/popup', { method: 'POST' })).toMatchObject({ status: 200, text: '' })
    expect((await world.call('/popup')).status).toBe(405)
  })

  it('is answered by a program that says who it is', async () => {
    expect((await world.call('/version')).headers.server).toMatch(/^pennant-tunnel\//)
  })
})
