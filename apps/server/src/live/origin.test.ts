import { expect, it } from 'vitest'
import { sameOrigin } from './origin.ts'

const request = (headers: Record<string, string>): { headers: Record<string, string> } => ({ headers })

it.each([
  ['no page at all', { host: 'ctf.example' }, true],
  ['our page', { host: 'ctf.example', origin: 'https://ctf.example' }, true],
  ['our page on its own port', { host: 'ctf.example:8080', origin: 'http://ctf.example:8080' }, true],
  ['our page, in other letters', { host: 'CTF.example', origin: 'http://ctf.EXAMPLE' }, true],
  ['another port', { host: 'ctf.example:8080', origin: 'http://ctf.example:9090' }, false],
  ['a name that begins like ours', { host: 'ctf.example', origin: 'https://ctf.example.evil.test' }, false],
  ['a name that ends like ours', { host: 'ctf.example', origin: 'https://evil-ctf.example' }, false],
  ['a page without an origin', { host: 'ctf.example', origin: 'null' }, false],
  ['nonsense', { host: 'ctf.example', origin: 'ctf.example' }, false],
  ['a page, without saying our name', { origin: 'https://ctf.example' }, false],
  ['an origin without a host', { host: '', origin: 'file://' }, false],
])('a request from %s', (_what, headers, allowed) => {
  expect(sameOrigin(request(headers))).toBe(allowed)
})

it('the public address is ours too when a proxy changes the host', () => {
  const headers = { host: 'backend:8080', origin: 'https://ctf.example' }
  expect(sameOrigin(request(headers), 'https://ctf.example/')).toBe(true)
  expect(sameOrigin(request(headers), 'http://ctf.example')).toBe(false)
  expect(sameOrigin(request({ ...headers, origin: 'https://evil.test' }), 'https://ctf.example')).toBe(false)
})
