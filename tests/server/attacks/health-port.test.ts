import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTouchesInstances } from '../../../apps/server/src/http/instance-networks.ts'
import { healthAddress } from '../../../apps/server/src/kit/listen.ts'
import { createFakeContainers } from '../../kit/fake-containers.ts'
import { createWorld, type World } from '../../kit/world.ts'

/** On Linux all of 127.0.0.0/8 is this machine, so these act as different networks. */
const other = '127.0.0.2'
const instance = '127.1.0.9'
const instances = '127.1.0.0/16'

const secrets = ['/metrics', '/healthz', '/readyz', '/api/config', '/api/account/profile', '/', '/hub/user']

type From = { localAddress?: string }

/** Null without a connection or an answer. */
const ask = async (
  world: World,
  host: string,
  path: string,
  { localAddress }: From = {},
): Promise<string | null> => {
  const port = Number(new URL(world.healthOrigin).port)
  const socket = connect({ host, port, ...(localAddress === undefined ? {} : { localAddress }) })
  try {
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    return (await text(socket)) || null
  } catch {
    return null
  }
}

describe('the health port of a server on a host', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it('is not there for anyone who asks from elsewhere', async () => {
    for (const path of secrets) expect([path, await ask(world, other, path)]).toEqual([path, null])
    expect(await ask(world, '127.0.0.1', '/healthz')).toContain('Healthy')
  })

  it('has nothing of the site, for nobody', async () => {
    const admin = await world.person('Admin')
    const cookie = `pennant_session=${admin.cookie() ?? ''}`
    for (const path of [
      '/',
      '/games',
      '/api/config',
      '/api/account/profile',
      '/api/admin/users',
      '/static/x.js',
      '/assets/x/y',
      '/hub/admin/negotiate',
      '/api/proxy/00000000-0000-0000-0000-000000000000',
      '/openapi/v1.json',
      '//metrics',
      '/metrics/../api/config',
      '/__proto__',
      '/constructor',
    ]) {
      const answer = await fetch(world.healthOrigin + path, { headers: { cookie } })
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, ''])
    }
    const login = await fetch(`${world.healthOrigin}/api/account/login`, { method: 'POST', body: '{}' })
    expect(login.status).toBe(404)
  })

  it('opens no hub and no relay', async () => {
    const port = Number(new URL(world.healthOrigin).port)
    for (const path of ['/hub/user', '/api/proxy/00000000-0000-0000-0000-000000000000']) {
      const socket = connect(port, '127.0.0.1')
      const lines = [
        `GET ${path} HTTP/1.1`,
        'Host: x',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ]
      socket.write([...lines, '', ''].join('\r\n'))
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /)
    }
  })
})

describe('the health port that listens on all addresses', () => {
  const fakeContainers = createFakeContainers({ networks: [instances] })
  let world: World
  beforeAll(async () => {
    world = await createWorld({ containers: fakeContainers, settings: { HEALTH_HOST: '0.0.0.0' } })
  })
  afterAll(async () => {
    await world.close()
    await fakeContainers.end()
  })

  it('answers those who watch', async () => {
    expect(await ask(world, other, '/metrics')).toContain('pennant_')
    expect(await ask(world, other, '/readyz')).toContain('Ready')
  })

  it('says nothing to an instance, whichever address it asks at', async () => {
    for (const host of ['127.0.0.1', other, instance])
      for (const path of secrets)
        expect([path, await ask(world, host, path, { localAddress: instance })]).toEqual([path, null])
  })

  it('says nothing at an address within a network of instances', async () => {
    for (const path of secrets) expect([path, await ask(world, instance, path)]).toEqual([path, null])
  })

  it('trusts this machine alone while nobody can tell what the networks of instances are', async () => {
    const containers = { networks: () => Promise.reject(new Error('away')) }
    const touches = createTouchesInstances(containers, world.clock)
    const between = (localAddress: string, remoteAddress: string) => touches({ localAddress, remoteAddress })
    expect(await between('127.0.0.1', '127.0.0.1')).toBe(false)
    expect(await between('::1', '::1')).toBe(false)
    expect(await between('203.0.113.5', '203.0.113.6')).toBe(true)
    expect(await between('127.0.0.1', '203.0.113.6')).toBe(true)
  })

  it('looks again at an address of its own that is new', async () => {
    const networks = ['10.1.0.0/16']
    const containers = { networks: async () => [...networks] }
    const touches = createTouchesInstances(containers, world.clock)
    const at = (localAddress: string) => touches({ localAddress, remoteAddress: '203.0.113.6' })
    expect(await at('203.0.113.5')).toBe(false)
    networks.push('10.2.0.0/16', 'fd00:2::/64')
    expect(await at('10.2.0.1')).toBe(true)
    expect(await at('::ffff:10.2.0.1')).toBe(true)
    expect(await at('fd00:2::1')).toBe(true)
  })
})

describe('where the health port listens unless it is told', () => {
  const eth = { family: 'IPv4' } as never
  const six = { family: 'IPv6' } as never

  it('is this machine alone, outside of pods', () => {
    expect(healthAddress(false, { eth0: [eth, six] })).toBe('127.0.0.1')
  })

  it('is all addresses of a pod', () => {
    expect(healthAddress(true, { lo: [eth], eth0: [eth] })).toBe('0.0.0.0')
    expect(healthAddress(true, { lo: [eth, six], eth0: [eth, six] })).toBe('::')
  })

  it('is this machine alone in a pod that shares the network of its host', () => {
    expect(healthAddress(true, { eth0: [eth], docker0: [eth] })).toBe('127.0.0.1')
    expect(healthAddress(true, { eth0: [eth], 'br-0123456789ab': [eth] })).toBe('127.0.0.1')
  })
})
