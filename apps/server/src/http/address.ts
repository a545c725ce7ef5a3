import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from 'proxy-addr'
import ipaddr from 'ipaddr.js'

export const plainAddress = (text: string | undefined): string | null => {
  // Some proxies add the port.
  const bare = text?.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.+)\](?::\d+)?$/, '$1')
  if (bare === undefined || !ipaddr.isValid(bare)) return null
  return ipaddr.process(bare).toString()
}

// One household has one IPv4 address, and a whole /64 of IPv6.
export const countedAs = (address: string): string => {
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

export const isLoopback = (address: string | null): boolean =>
  address !== null && ipaddr.process(address).range() === 'loopback'

/** Null for addresses that are not counted: those of this machine, a rule of the wire. */
export type CountedAs = (address: string | null) => string | null

export const createCountedAs =
  (disabled: boolean): CountedAs =>
  (address) =>
    disabled || address === null || isLoopback(address) ? null : countedAs(address)

export type Forwarding = {
  forwardLimit: number
  knownNetworks: readonly string[]
  knownProxies: readonly string[]
}

export const trustOf = ({
  forwardLimit,
  knownNetworks,
  knownProxies,
}: Forwarding): ((address: string, hop: number) => boolean) => {
  const known = proxyAddr.compile([...knownNetworks, ...knownProxies])
  return (address, hop) => hop < forwardLimit && known(address, hop)
}

export const resolveProxies = async (forwarding: Forwarding): Promise<Forwarding> => {
  const found = await Promise.all(
    forwarding.knownProxies.map(async (proxy) => {
      if (ipaddr.isValid(proxy)) return [proxy]
      const addresses = await lookup(proxy, { all: true })
      return addresses.map(({ address }) => address)
    }),
  )
  return { ...forwarding, knownProxies: found.flat() }
}

export type SocketAddressOf = (request: IncomingMessage) => string | null

// Cached, because the address of a connection never changes.
export const createSocketAddressOf = (): SocketAddressOf => {
  const known = new WeakMap<Socket, string | null>()
  return ({ socket }) => {
    const before = known.get(socket)
    if (before !== undefined) return before
    const address = plainAddress(socket.remoteAddress)
    known.set(socket, address)
    return address
  }
}

export type SecureOf = (request: IncomingMessage) => boolean

// Everyone uses HTTPS if the public URL does; otherwise a trusted proxy says so per request.
export const createSecureOf = ({
  publicUrl,
  trust,
}: {
  publicUrl: string | null
  trust: (address: string, hop: number) => boolean
}): SecureOf => {
  if (publicUrl?.startsWith('https:') === true) return () => true
  return ({ headers, socket }) => {
    const said = headers['x-forwarded-proto']
    if (typeof said !== 'string' || said.split(',').at(-1)?.trim().toLowerCase() !== 'https') return false
    const { remoteAddress } = socket
    return remoteAddress !== undefined && trust(remoteAddress, 0)
  }
}

export type AddressOf = (request: IncomingMessage) => string | null

export const createAddressOf =
  (trust: (address: string, hop: number) => boolean): AddressOf =>
  (request) =>
    plainAddress(proxyAddr(request, trust))
