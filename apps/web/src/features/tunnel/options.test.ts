import { describe, expect, it } from 'vitest'
import { addressIn, keepOptions, readOptions } from './options.ts'

const name = 'Harbour::CTF'
const usual = { api: 'http://127.0.0.1:3307', name, allowLan: false }
const placeOf = (stored: string | null) => ({ getItem: () => stored, setItem: () => {} })

describe('the kept options of the tunnel', () => {
  it('are the usual ones where nothing, or nothing that can be read, is kept', () => {
    for (const stored of [null, '', '{', 'null', '[]', '7', '{"api":3307,"allowLan":"yes"}'])
      expect(readOptions(placeOf(stored), name)).toEqual(usual)
    const locked = () => {
      throw new Error('no storage for this page')
    }
    expect(readOptions({ getItem: locked, setItem: locked }, name)).toEqual(usual)
    expect(() => keepOptions({ getItem: locked, setItem: locked }, usual)).not.toThrow()
  })

  it('are those that other clients have kept, under the present name', () => {
    const stored = '{"api":"http://localhost:4000","name":"Old::CTF","allowLan":true}'
    expect(readOptions(placeOf(stored), name)).toEqual({ api: 'http://127.0.0.1:4000', name, allowLan: true })
  })

  it('come back as they were kept', () => {
    const kept = new Map<string, string>()
    const place = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    const options = { api: 'http://127.0.0.1:3308', name, allowLan: true }
    keepOptions(place, options)
    expect([...kept.keys()]).toEqual(['wsrx-options'])
    expect(readOptions(place, name)).toEqual(options)
  })
})

describe('an address that somebody has typed', () => {
  it.each([
    ['', 'http://127.0.0.1:3307'],
    [' http://127.0.0.1:3308/ ', 'http://127.0.0.1:3308'],
    ['127.0.0.1:3308', 'http://127.0.0.1:3308'],
    ['HTTP://localhost:3308', 'http://127.0.0.1:3308'],
    ['3308', 'http://127.0.0.1:3308'],
  ])('%j is on this machine', (text, address) => {
    expect(addressIn(text)).toBe(address)
  })

  it.each(['0', '65536', '127.0.0.1', 'https://127.0.0.1:3307', '192.168.1.2:3307', 'http://127.0.0.1:1/x'])(
    '%j is none that the page may speak to',
    (text) => {
      expect(addressIn(text)).toBeNull()
    },
  )
})
