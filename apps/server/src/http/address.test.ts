import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import fastify, { type FastifyRequest } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { countedAs, createRequestOrigin, hostnameOf, isLoopback, plainAddress, trustOf } from './address.ts'

describe('addresses', () => {
  it('are counted one by one in IPv4, mapped or not', () => {
    expect(countedAs('192.0.2.1')).toBe('192.0.2.1')
    expect(countedAs('::ffff:192.0.2.1')).toBe('192.0.2.1')
  })

  it('are counted by the network of a household in IPv6', () => {
    expect(countedAs('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(countedAs('2001:db8:1:2::1')).toBe(countedAs('2001:db8:1:2:ffff::9'))
    expect(countedAs('2001:db8:1:2::1')).not.toBe(countedAs('2001:db8:1:3::1'))
  })

  it('are known to be of this machine', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect([null, '192.0.2.1', '::2'].map(isLoopback)).toEqual([false, false, false])
  })

  it('are nothing where there is no address', () => {
    expect(plainAddress('nonsense')).toBeNull()
    expect(plainAddress(undefined)).toBeNull()
    expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(plainAddress('192.0.2.1:1234')).toBe('192.0.2.1')
    expect(plainAddress('[2001:db8::1]:1234')).toBe('2001:db8::1')
  })
})

const requestFrom = (remoteAddress: string | undefined, headers: Record<string, string>): IncomingMessage => {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}

const forwarding = {
  forwardLimit: 2,
  knownNetworks: ['10.0.0.0/8', 'fd00::/8'],
  knownProxies: ['127.0.0.1', '::ffff:192.0.2.7'],
}

describe('the origin of a request', () => {
  const originOf = createRequestOrigin({ publicUrl: null, trust: trustOf(forwarding) })
  const asked = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
    originOf(requestFrom(remoteAddress, { host: 'backend:8080', ...headers }))

  it('is the connection, unless a trusted proxy says otherwise', () => {
    const named = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'ctf',
    }
    const direct = { client: '198.51.100.1', key: 'address:198.51.100.1', counted: true }
    expect(asked('198.51.100.1', named)).toEqual({ ...direct, scheme: 'http', host: 'backend:8080' })
    const proxied = { client: '203.0.113.9', key: 'address:203.0.113.9', counted: true }
    expect(asked('127.0.0.1', named)).toEqual({ ...proxied, scheme: 'https', host: 'ctf' })
  })

  it('reaches back over as many trusted proxies as are allowed, and no further', () => {
    const clientOf = (header: string) => asked('127.0.0.1', { 'x-forwarded-for': header }).client
    expect(clientOf('203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
    expect(clientOf('203.0.113.9, 198.51.100.1')).toBe('198.51.100.1')
    expect(clientOf('203.0.113.9, 10.1.2.3, 10.4.5.6')).toBe('10.1.2.3')
  })

  it('is counted by household, and not at all from this machine or nowhere', () => {
    const from = (header: string) => asked('127.0.0.1', { 'x-forwarded-for': header })
    expect(from('2001:db8:1:2::9')).toMatchObject({ key: 'address:2001:db8:1:2::/64', counted: true })
    expect(from('127.0.0.5')).toMatchObject({ client: '127.0.0.5', counted: false })
    expect(from('unknown')).toMatchObject({ client: null, key: 'address:unknown', counted: false })
    expect(asked(undefined)).toMatchObject({ client: null, key: 'address:unknown', counted: false })
  })

  it('is HTTPS for everyone where the public address is', () => {
    const options = { publicUrl: 'https://ctf.example', trust: trustOf(forwarding) }
    expect(createRequestOrigin(options)(requestFrom('198.51.100.1', {})).scheme).toBe('https')
  })

  it('stays the same when headers are too long to be remembered', () => {
    const header = `203.0.113.9,${' '.repeat(200)}10.1.2.3`
    for (let time = 0; time < 2; time++)
      expect(asked('127.0.0.1', { 'x-forwarded-for': header }).client).toBe('203.0.113.9')
  })
})

describe('the framework', () => {
  const app = fastify({ trustProxy: trustOf(forwarding) })
  let seen: Pick<FastifyRequest, 'ip' | 'hostname' | 'protocol'>
  app.get('/', async ({ ip, hostname, protocol }) => {
    seen = { ip, hostname, protocol }
    return null
  })
  afterAll(() => app.close())

  const addressIn = (text: string): string | null => {
    const bare = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[(.+)\](?::\d+)?)$/.exec(text)
    const plain = bare?.[1] ?? bare?.[2] ?? text
    return ipaddr.isValid(plain) ? ipaddr.process(plain).toString() : null
  }

  const octet = fc.oneof(fc.nat(255).map(String), fc.constantFrom('010', '256', '0x7f', '', '-1'))
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('127.0.0.1', '10.1.2.3', '192.0.2.7', '::ffff:10.0.0.1', 'fd00::1', '::1', '::'),
    fc.constantFrom('1::', '2001:DB8::1%eth0', '::FFFF:A01:203', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::', ':::'),
    fc.constantFrom('unknown', '_hidden', '203.0.113.9:4711', '[2001:db8::1]:80', '2130706433', '1.2'),
    fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.')),
  )
  const list = fc
    .array(fc.tuple(address, fc.constantFrom(',', ', ', ' , ', ',\t', ',,')), { maxLength: 5 })
    .map((hops) => hops.map(([hop, between]) => hop + between).join(''))
  const forwardedFor = fc.oneof(
    list,
    fc.tuple(list, address).map((parts) => parts.join('')),
  )
  const said = fc.constantFrom('http', 'https', 'HTTPS', 'http, https', 'https,http', 'https,', 'wss', '')
  const host = fc.constantFrom('ctf.example', 'ctf.example:8443', '[::1]:80', 'a, b:1', 'localhost', 'x,')
  const headers = fc.record(
    {
      'x-forwarded-for': forwardedFor,
      'x-forwarded-proto': said,
      'x-forwarded-host': fc.oneof(host, fc.constant('')),
      host,
    },
    { requiredKeys: ['host'] },
  )

  it('reads every set of headers the same way', async () => {
    const originOf = createRequestOrigin({ publicUrl: null, trust: trustOf(forwarding) })
    await fc.assert(
      fc.asyncProperty(address, headers, async (remoteAddress, sent) => {
        await app.inject({ url: '/', remoteAddress, headers: sent })
        const origin = originOf(requestFrom(remoteAddress, sent))
        const scheme = seen.protocol.toLowerCase() === 'https' ? 'https' : 'http'
        expect(origin).toMatchObject({ client: addressIn(seen.ip), scheme })
        expect(hostnameOf(origin.host)).toBe(seen.hostname)
        // The second time it is remembered.
        expect(originOf(requestFrom(remoteAddress, sent))).toEqual(origin)
      }),
      { numRuns: 400 },
    )
  })
})
