import { afterEach, describe, expect, it, vi } from 'vitest'
import { readAddress, readOptions, storedOptions } from './options.ts'

const usual = { api: 'http://127.0.0.1:3307', name: 'Pennant::CTF', allowLan: false }
const optionsIn = (stored: string | null) => {
  vi.stubGlobal('localStorage', { getItem: () => stored })
  return readOptions(storedOptions.get())
}
afterEach(() => void vi.unstubAllGlobals())

describe('the kept options of the tunnel', () => {
  it('are the usual ones where nothing, or nothing that can be read, is kept', () => {
    const garbage = [
      '{"api":3307,"name":7,"allowLan":"yes"}',
      '{"api":"a b","name":" ","allowLan":1}',
      '{"name":null}',
    ]
    for (const stored of [null, '', '{', 'null', '[]', '7', '"x"', ...garbage])
      expect(optionsIn(stored)).toEqual({ options: usual, refused: null })
  })

  it('are each read for itself, as other clients have kept them', () => {
    for (const [stored, options] of [
      [
        '{"api":"http://localhost:4000","name":"Old::CTF","allowLan":true}',
        { api: 'http://127.0.0.1:4000', name: 'Old::CTF', allowLan: true },
      ],
      ['{"name":" Old::CTF "}', { ...usual, name: 'Old::CTF' }],
      ['{"allowLan":true,"api":"","more":1}', { ...usual, allowLan: true }],
      [`{"name":"${'x'.repeat(500)}"}`, { ...usual, name: 'x'.repeat(128) }],
    ] as const)
      expect(optionsIn(stored)).toEqual({ options, refused: null })
  })

  it.each([
    'http://192.168.1.2:3307',
    'http://tunnel.example:3307',
    'https://tunnel.example',
    '192.168.1.2:3307',
  ])('name %s, which no page can reach, beside the usual address', (api) => {
    expect(optionsIn(JSON.stringify({ api }))).toEqual({ options: usual, refused: api })
  })

  it('come back as they were kept', () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    })
    const options = { api: 'http://127.0.0.1:3308', name: 'Harbour::CTF', allowLan: true }
    storedOptions.set(options)
    expect([...kept.keys()]).toEqual(['wsrx-options'])
    expect(readOptions(storedOptions.get())).toEqual({ options, refused: null })
  })
})

describe('an address that somebody has typed', () => {
  const key = 'a1B2c3D4-e5F6_g7H8i9J0k1L2m3N4o5'
  it.each([
    ['', 'http://127.0.0.1:3307'],
    [' http://127.0.0.1:3308/ ', 'http://127.0.0.1:3308'],
    ['127.0.0.1:3308', 'http://127.0.0.1:3308'],
    ['HTTP://localhost:3308', 'http://127.0.0.1:3308'],
    ['3308', 'http://127.0.0.1:3308'],
    [`http://127.0.0.1:3307/${key}`, `http://127.0.0.1:3307/${key}`],
    [`localhost:3307/${key}/`, `http://127.0.0.1:3307/${key}`],
  ])('%j is on this machine', (text, api) => {
    expect(readAddress(text)).toEqual({ api })
  })

  it.each([
    '0',
    '65536',
    '127.0.0.1',
    'localhost',
    'https://127.0.0.1:3307',
    'http://127.0.0.1:1/x',
    'http://[::1]:3307',
    'http://0.0.0.0:3307',
    'http://127.0.0.2:3307',
    'http://',
    'not an address',
  ])('%j is none that the page may speak to', (text) => {
    expect(readAddress(text)).toEqual({ fault: 'unreadable' })
  })

  it.each([
    '192.168.1.2:3307',
    'http://10.0.0.1:3307/',
    'https://ctf.example',
    'ctf.example:3307',
    'http://[2001:db8::1]:3307',
  ])('%j is on another machine', (text) => {
    expect(readAddress(text)).toEqual({ fault: 'elsewhere' })
  })
})
