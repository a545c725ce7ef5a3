import type { ContainerInspectInfo } from 'dockerode'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { type DaemonAddress, isLocal } from './address.ts'
import { Refusal } from './fault.ts'
import type { Way } from './surroundings.ts'

/** Where a running container is reached by this server. */
export type Entry = {
  readonly host: string
  readonly port: number
  readonly publicPort: number | null
  /** Whether this server gets there at all. */
  readonly isSeen: boolean
  readonly isForwarded: boolean
}

/**
 * The address that the port is published at, or null when it is not. Blank is all addresses of the host, of IPv4 and
 * IPv6.
 */
export const bindingOf = ({ published }: ContainerOrder, way: Way, publicHost: string): string | null => {
  if (!published) return way.kind === 'published' ? way.bindAddress : null
  // Whom players are told to look for on their own machine, nobody else has to reach.
  if (publicHost === '::1') return publicHost
  return isLoopback(publicHost) ? '127.0.0.1' : ''
}

/**
 * The port of the host to ask for; blank lets Docker choose. At all addresses it would choose one for IPv4 and another
 * one for IPv6, and players are told one.
 */
export const hostPortOf = (
  bindAddress: string | null,
  { from, to }: { from: number; to: number },
  pick: (least: number, beyond: number) => number,
): string => (bindAddress === '' ? String(pick(from, to + 1)) : '')

export const entryOf = (
  { NetworkSettings }: ContainerInspectInfo,
  order: ContainerOrder,
  networkId: string,
  way: Way,
  bindAddress: string | null,
): Entry => {
  const bindings = NetworkSettings.Ports[`${order.port}/tcp`] ?? []
  // Where there is a second one, it is for IPv6, with the same number.
  const { HostPort } = bindings.find(({ HostIp }) => !HostIp.includes(':')) ?? bindings[0] ?? {}
  const publicPort = HostPort === undefined ? null : Number(HostPort)
  if (way.kind === 'published') {
    if (publicPort === null) throw new Refusal('invalid', 'Docker did not publish the port of the container')
    const isSeen = bindAddress === '' || bindAddress === way.bindAddress
    return { host: way.host, port: publicPort, publicPort, isSeen, isForwarded: true }
  }
  const network = Object.values(NetworkSettings.Networks).find((each) => each.NetworkID === networkId)
  const host = network?.IPAddress ?? ''
  if (host === '') throw new Refusal('invalid', 'Docker gave the container no address in its network')
  return { host, port: order.port, publicPort, isSeen: way.kind === 'internal', isForwarded: false }
}

/** What is configured, or the daemon's own host. A local one is where the site is, or on this very machine. */
export const publicHostOf = (
  { publicEntry, siteHost }: { publicEntry: string; siteHost: string },
  address: DaemonAddress,
): string => {
  if (publicEntry.trim() !== '') return publicEntry.trim()
  if (address.kind === 'host' && !isLocal(address)) return address.host
  return siteHost === '' ? '127.0.0.1' : siteHost
}

const isLoopback = (host: string): boolean => host === 'localhost' || /^127\./.test(host)
