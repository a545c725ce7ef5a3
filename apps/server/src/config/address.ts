import { isIP } from 'node:net'
import { readNetwork } from '../kit/network.ts'
import { checked, type One, one, type Read } from './value.ts'

const refused = { refused: '' } as const

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i

function isHostName(text: string): boolean {
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  // Digits and dots alone are a mistyped address.
  return name.length <= 253 && name.split('.').every((part) => label.test(part)) && !/^[\d.]+$/.test(name)
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || isHostName(text)
}

export function host(): One<string> {
  return checked('host', 'a host name or an IP address, without scheme and port', isHost)
}

export function ipAddress(): One<string> {
  return checked('IP address', 'an IP address', (text) => isIP(text) !== 0)
}

export function network(): One<string> {
  return checked('network', 'a network such as 10.0.0.0/8 or fd00::/8', (text) => readNetwork(text) !== null)
}

export function email(): One<string> {
  return checked('email address', 'an email address', (text) => {
    const at = text.lastIndexOf('@')
    return at > 0 && /^[^\s@<>"(),:;\\[\]]{1,64}$/.test(text.slice(0, at)) && isHostName(text.slice(at + 1))
  })
}

/** As browsers write it in `Origin`: no path, no default port. */
export function origin(): One<string> {
  return one('web address', 'an address such as https://ctf.example.org, without a path', (text) => {
    const url = webUrl(text)
    if (url === null) return refused
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return { refused: 'it has a path' }
    return unlessUser(url, url.origin)
  })
}

export function link(): One<string> {
  return one('web address', 'an address that begins with http:// or https://', (text) => {
    const url = webUrl(text)
    return url === null ? refused : unlessUser(url, text.trim())
  })
}

function webUrl(given: string): URL | null {
  const text = given.trim()
  if (!/^https?:\/\/[^/\s]/i.test(text) || /\s/.test(text) || !URL.canParse(text)) return null
  return new URL(text)
}

function unlessUser(url: URL, value: string): Read<string> {
  return url.username === '' && url.password === ''
    ? { value }
    : { refused: 'it holds a user name or password' }
}
