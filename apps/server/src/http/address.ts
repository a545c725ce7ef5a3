import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { bounded } from '../kit/expiring-cache.ts'

export const plainAddress = (text: string | undefined): string | null => parsed(text)?.toString() ?? null

const parsed = (text: string | undefined): Address | null => {
  // Some proxies add the port.
  const bare = text?.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.+)\](?::\d+)?$/, '$1')
  if (bare === undefined) return null
  try {
    if (!bare.includes(':')) return ipaddr.IPv4.parse(bare)
    const address = ipaddr.IPv6.parse(bare)
    // The library would compare with all special networks that it knows.
    const mayBeMapped = address.parts[5] === 0xff_ff
    return mayBeMapped && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
  } catch {
    return null
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** What isn't an address counts as itself. */
export const countedAs = (address: string): string =>
  isIP(address) === 0 ? address : networkOf(ipaddr.process(address))

// One household has one IPv4 address, and a whole /64 of IPv6.
const networkOf = (address: Address): string => {
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
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

export type Trust = (address: string, hop: number) => boolean

export const trustOf = ({ forwardLimit, knownNetworks, knownProxies }: Forwarding): Trust => {
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

type Client = {
  readonly client: string | null
  /** What limits count of someone who isn't logged in. */
  readonly key: string
  /** Requests from this machine aren't counted, a rule of the wire; nor are those without an address. */
  readonly counted: boolean
}

export type RequestOrigin = Client & {
  readonly scheme: 'http' | 'https'
  /** With the port, as the client named it. */
  readonly host: string
  /** Sent by a rehearsal that is running, whatever its address. */
  readonly rehearsal?: true
}

/** What a rehearsal states of a request. The address is null where it stays as it is. */
export type Stated = { readonly address: string | null }

const statementHeader = 'x-pennant-rehearsal'

export type RequestOriginOf = (request: IncomingMessage) => RequestOrigin

const mostKnown = 32_768
// A client can send longer ones, and must not fill the memory with them.
const longestKnown = 128

/** Believes the `X-Forwarded-` headers of trusted proxies, and reads them as the framework does. */
export const createRequestOrigin = ({
  publicUrl,
  trust,
  stated = () => null,
}: {
  publicUrl: string | null
  trust: Trust
  stated?: (statement: string) => Stated | null
}): RequestOriginOf => {
  // Everyone uses HTTPS if the public URL does.
  const alwaysSecure = publicUrl?.startsWith('https:') === true
  // The address of a connection never changes.
  const peers = new WeakMap<Socket, Peer>()
  const known = new LRUCache<string, Client>(bounded(mostKnown))

  const peerOf = (socket: Socket): Peer => {
    const before = peers.get(socket)
    if (before !== undefined) return before
    const { remoteAddress = '' } = socket
    const peer = { remoteAddress, trusted: trust(remoteAddress, 0), client: clientAt(remoteAddress) }
    peers.set(socket, peer)
    return peer
  }

  const behindTrusted: Trust = (address, hop) => hop === 0 || trust(address, hop)
  // A single address that a trusted peer names is the client.
  const forwardedFor = (header: string, request: IncomingMessage): Client =>
    clientAt(plainIpv4.test(header) ? header : proxyAddr(request, behindTrusted))

  const clientOf = (request: IncomingMessage, peer: Peer): Client => {
    const header = request.headers['x-forwarded-for']
    if (!peer.trusted || typeof header !== 'string' || header === '') return peer.client
    if (header.length > longestKnown) return forwardedFor(header, request)
    const name = `${peer.remoteAddress} ${header}`
    const before = known.get(name)
    if (before !== undefined) return before
    const found = forwardedFor(header, request)
    known.set(name, found)
    return found
  }

  return (request) => {
    const { headers, socket } = request
    const peer = peerOf(socket)
    const statement = headers[statementHeader]
    const found = typeof statement === 'string' ? stated(statement) : null
    const { client, key, counted } =
      found === null || found.address === null ? clientOf(request, peer) : clientAt(found.address)
    const protocol = peer.trusted ? lastOf(headers['x-forwarded-proto']) : undefined
    const secure = alwaysSecure || protocol?.toLowerCase() === 'https'
    const host = (peer.trusted ? lastOf(headers['x-forwarded-host']) : undefined) ?? headers.host ?? ''
    const scheme = secure ? 'https' : 'http'
    if (found !== null) return { client, key, counted, scheme, host, rehearsal: true }
    return { client, key, counted, scheme, host }
  }
}

/** Without the port. */
export const hostnameOf = (host: string): string => {
  if (host.startsWith('[')) return host.slice(0, host.indexOf(']') + 1)
  const port = host.indexOf(':')
  return port < 0 ? host : host.slice(0, port)
}

type Peer = { remoteAddress: string; trusted: boolean; client: Client }

const clientAt = (text: string): Client => {
  // Parsing costs ten times as much as a look at the plain form that nearly all have.
  if (plainIpv4.test(text)) return clientCounted(text, text)
  const address = parsed(text)
  if (address === null) return { client: null, key: 'address:unknown', counted: false }
  return clientCounted(address.toString(), networkOf(address))
}

const clientCounted = (client: string, network: string): Client => ({
  client,
  key: `address:${network}`,
  counted: client !== '::1' && !client.startsWith('127.'),
})

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const plainIpv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

// Undefined for an absent or empty header.
const lastOf = (header: string | string[] | undefined): string | undefined => {
  if (typeof header !== 'string' || header === '') return undefined
  return header.slice(header.lastIndexOf(',') + 1).trim()
}
