import { describe, expect, it } from 'vitest'
import { entryOf, isRelayed, relayUrl } from './entry.ts'

const address = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  isProxied: false,
  ip: '10.7.0.2',
  port: 1337,
  publicIp: null,
  publicPort: null,
}

describe('the way to an instance', () => {
  it('is the id where this server relays, whatever else is known', () => {
    expect(entryOf({ ...address, isProxied: true, publicIp: 'ctf.example', publicPort: 30_001 })).toBe(
      address.id,
    )
  })

  it.each([
    [{}, '10.7.0.2:1337'],
    [{ publicIp: 'ctf.example', publicPort: 30_001 }, 'ctf.example:30001'],
    [{ publicPort: 30_001 }, '10.7.0.2:30001'],
    [{ publicIp: 'ctf.example' }, 'ctf.example:1337'],
  ])('is host and port otherwise, the public ones where there are any: %o', (known, entry) => {
    expect(entryOf({ ...address, ...known })).toBe(entry)
  })

  it.each([{ ip: null }, { port: null }, { ip: null, publicPort: 30_001 }])('is unknown with %o', (known) => {
    expect(entryOf({ ...address, ...known })).toBeNull()
  })
})

describe('where the server relays to an instance', () => {
  const { id } = address
  const host = 'ctf.example'

  it('is a path of the site, another one for a test instance', () => {
    expect(relayUrl(id, { protocol: 'https:', host })).toBe(`wss://ctf.example/api/proxy/${id}`)
    expect(relayUrl(id, { protocol: 'http:', host })).toBe(`ws://ctf.example/api/proxy/${id}`)
    expect(relayUrl(id, { protocol: 'https:', host }, true)).toBe(`wss://ctf.example/api/proxy/noinst/${id}`)
  })

  it('is asked for only where the entry is an id', () => {
    expect(isRelayed(id)).toBe(true)
    expect(isRelayed('10.0.0.7:31337')).toBe(false)
    expect(isRelayed('a-host-with-a-name-of-36-letters:8080')).toBe(false)
  })
})
