import { describe, expect, it } from 'vitest'
import { entryOf } from './entry.ts'

const place = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  isProxied: false,
  ip: '10.7.0.2',
  port: 1337,
  publicIp: null,
  publicPort: null,
}

describe('the way to an instance', () => {
  it('is the id where this server relays, whatever else is known', () => {
    expect(entryOf({ ...place, isProxied: true, publicIp: 'ctf.example', publicPort: 30_001 })).toBe(place.id)
  })

  it.each([
    [{}, '10.7.0.2:1337'],
    [{ publicIp: 'ctf.example', publicPort: 30_001 }, 'ctf.example:30001'],
    [{ publicPort: 30_001 }, '10.7.0.2:30001'],
    [{ publicIp: 'ctf.example' }, 'ctf.example:1337'],
  ])('is host and port otherwise, the public ones where there are any: %o', (known, entry) => {
    expect(entryOf({ ...place, ...known })).toBe(entry)
  })

  it.each([{ ip: null }, { port: null }, { ip: null, publicPort: 30_001 }])('is unknown with %o', (known) => {
    expect(entryOf({ ...place, ...known })).toBeNull()
  })
})
