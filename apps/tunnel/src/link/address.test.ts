import { describe, expect, it } from 'vitest'
import { isLoopbackHost, readLocalAddress } from './local-address.ts'
import { explainError, explainStatus } from './refusal.ts'
import { faultOfRemote, probeUrlOf } from './remote.ts'
import { shortRemote } from './short-remote.ts'

describe('a local address', () => {
  it.each([
    ['127.0.0.1:0', '127.0.0.1', 0, 'this machine'],
    ['127.8.8.8:80', '127.8.8.8', 80, 'this machine'],
    ['localhost:1234', '127.0.0.1', 1234, 'this machine'],
    ['[::1]:65535', '::1', 65_535, 'this machine'],
    ['0.0.0.0:0', '0.0.0.0', 0, 'network'],
    ['[::]:0', '::', 0, 'network'],
    ['192.168.1.7:9', '192.168.1.7', 9, 'network'],
  ])('%s is understood', (text, host, port, reach) =>
    expect(readLocalAddress(text)).toEqual({ host, port, reach }),
  )

  it.each([
    '',
    '127.0.0.1',
    '127.0.0.1:',
    ':80',
    '127.0.0.1:65536',
    '127.0.0.1:-1',
    '::1:80',
    'ctf.example:0',
    '127.1:0',
    '127.0.0.1:0x10',
  ])('%s is not', (text) => expect(readLocalAddress(text)).toBeNull())
})

describe('the host of a request', () => {
  it.each(['127.0.0.1', '127.0.0.1:3307', 'localhost:3307', 'LOCALHOST', '[::1]:3307', '[::1]'])(
    'may be %s',
    (host) => expect(isLoopbackHost(host)).toBe(true),
  )
  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:3307',
    '10.0.0.1',
    '0.0.0.0:3307',
    '[::2]',
    '127.0.0.1@evil.example',
    'localhost:3307:1',
    '[localhost',
  ])('may not be %s', (host) => expect(isLoopbackHost(host)).toBe(false))
})

describe('the other end', () => {
  it.each([
    'ws://ctf.example/api/proxy/x',
    'wss://ctf.example',
    'ws://127.0.0.1:80/a?b=c',
    'WSS://ctf.example/',
  ])('may be %s', (text) => expect(faultOfRemote(text)).toBeNull())
  it.each([
    '',
    'ctf.example',
    'http://ctf.example',
    'wss://',
    'ws://a b',
    'ws://x/#',
    'wss://me:pw@ctf.example',
    `ws://${'a'.repeat(3000)}`,
    'ws+unix:/x',
  ])('may not be %s', (text) => expect(faultOfRemote(text)).not.toBeNull())

  it('is probed with another scheme, and nothing else changes', () => {
    expect(probeUrlOf('ws://ws.example/news?ws=1')).toBe('http://ws.example/news?ws=1')
    expect(probeUrlOf('wss://ws.example/ws')).toBe('https://ws.example/ws')
  })

  it('is never shown whole', () => {
    expect(shortRemote('wss://ctf.example/api/proxy/noinst/0197a3c2-1111-7222-8333-444455556666?key=1')).toBe(
      'wss://ctf.example/api/proxy/noinst/0197a3c2…?…',
    )
    expect(shortRemote('nonsense')).toBe('an unreadable address')
  })
})

describe('why there is no connection', () => {
  it('is said in words', () => {
    expect(explainStatus(404)).toContain('the instance is gone')
    expect(explainStatus(400)).toContain('no more connections')
    expect(explainStatus(418)).toContain("isn't responding")
    expect(explainStatus(302)).toContain('elsewhere')
    expect(explainStatus(502)).toContain('error of its own')
    expect(explainStatus(451)).toContain('451')
  })

  it('names what is wrong with a network or a certificate', () => {
    const fault = (code: string, message = code): Error => Object.assign(new Error(message), { code })
    expect(explainError(fault('ECONNREFUSED'))).toContain('nothing listens')
    expect(explainError(fault('DEPTH_ZERO_SELF_SIGNED_CERT'))).toContain("isn't trusted")
    expect(explainError(fault('CERT_HAS_EXPIRED'))).toContain("isn't trusted")
    expect(explainError(new Error('Opening handshake has timed out'))).toContain('in time')
    expect(explainError(fault('EWEIRD'))).toContain('EWEIRD')
  })
})
