import { BlockList, isIP } from 'node:net'

export type LocalAddress = {
  readonly host: string
  readonly port: number
  readonly reach: 'this machine' | 'network'
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Null for invalid text. Names other than `localhost` are not looked up. */
export const readLocalAddress = (text: string): LocalAddress | null => {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]*)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65_535) return null
  const host = readHost(bracketed ?? plain ?? '')
  return host === null ? null : { host, port, reach: isLoopback(host) ? 'this machine' : 'network' }
}

export const readHost = (text: string): string | null => {
  if (text.toLowerCase() === 'localhost') return '127.0.0.1'
  return isIP(text) === 0 ? null : text
}

export const isLoopback = (host: string): boolean => {
  const family = isIP(host)
  return family !== 0 && loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** DNS rebinding makes a page same-origin with this machine, so only its `Host` tells it apart. */
export const isLoopbackHost = (host: string | undefined): boolean => {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(host ?? '') ?? []
  return plain.toLowerCase() === 'localhost' || isLoopback(bracketed ?? plain)
}

export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'
