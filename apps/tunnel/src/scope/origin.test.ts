import { expect, it } from 'vitest'
import { isOrigin, readOrigin } from './scope.ts'

it.each([
  'https://ctf.example',
  'http://localhost:8080',
  'http://127.0.0.1',
  'https://xn--bcher-kva.example',
  'http://[::1]:8080',
])('%s is the origin of a site', (text) => expect(isOrigin(text)).toBe(true))

it.each([
  '',
  'null',
  'ctf.example',
  'https://ctf.example/',
  'https://CTF.example',
  'https://ctf.example:443',
  'file://',
  'javascript://x',
  'chrome-extension://abcdef',
  'https://a.example, https://b.example',
  `https://${'a'.repeat(400)}.example`,
])('%s is none', (text) => expect(isOrigin(text)).toBe(false))

it('is found in what people paste', () => {
  expect(readOrigin('https://CTF.example/games/3?x#y')).toBe('https://ctf.example')
  expect(readOrigin('ctf.example')).toBeNull()
  expect(readOrigin('ws://ctf.example')).toBeNull()
})
