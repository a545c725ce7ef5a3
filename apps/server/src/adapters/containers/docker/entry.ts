import type { ContainerInspectInfo } from 'dockerode'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { type DaemonAddress, isLocal } from './address.ts'
import { Refusal } from './fault.ts'
import type { Route } from './environment.ts'

export type Entry = {
  readonly host: string
  readonly port: number
  readonly publicPort: number | null
  readonly isSeen: boolean
  readonly isForwarded: boolean
}

/** Null if the port isn't published. Blank for all addresses of the host, IPv4 and IPv6. */
export const bindingOf = ({ published }: ContainerOrder, route: Route, publicHost: string): string | null => {
  if (!published) return route.kind === 'published' ? route.bindAddress : null
  // Players look for a loopback address on their own machine, so no other needs to reach it.
  if (publicHost === '::1') return publicHost
  return isLoopback(publicHost) ? '127.0.0.1' : ''
}

// Blank lets Docker choose. At all addresses it would choose one port for IPv4 and another for IPv6, but
// players are told one.
export const hostPortOf = (
  bindAddress: string | null,
  { from, to }: { from: number; to: number },
  pick: (least: number, beyond: number) => number,
): string => (bindAddress === '' ? String(pick(from, to + 1)) : '')

export const entryOf = (
  { NetworkSettings }: ContainerInspectInfo,
  order: ContainerOrder,
  networkId: string,
  route: Route,
  bindAddress: string | null,
): Entry => {
  const bindings = NetworkSettings.Ports[`${order.port}/tcp`] ?? []
  // A second binding is for IPv6, with the same port.
  const { HostPort } = bindings.find(({ HostIp }) => !HostIp.includes(':')) ?? bindings[0] ?? {}
  const publicPort = HostPort === undefined ? null : Number(HostPort)
  if (route.kind === 'published') {
    if (publicPort === null) throw new Refusal('invalid', 'Docker did not publish the port of the container')
    const isSeen = bindAddress === '' || bindAddress === route.bindAddress
    return { host: route.host, port: publicPort, publicPort, isSeen, isForwarded: true }
  }
  const network = Object.values(NetworkSettings.Networks).find((each) => each.NetworkID === networkId)
  const host = network?.IPAddress ?? ''
  if (host === '') throw new Refusal('invalid', 'Docker gave the container no address in its network')
  return { host, port: order.port, publicPort, isSeen: route.kind === 'internal', isForwarded: false }
}

export const publicHostOf = (
  { publicEntry, siteHost }: { publicEntry: string; siteHost: string },
  address: DaemonAddress,
): string => {
  if (publicEntry.trim() !== '') return publicEntry.trim()
  if (address.kind === 'host' && !isLocal(address)) return address.host
  return siteHost === '' ? '127.0.0.1' : siteHost
}

const isLoopback = (host: string): boolean => host === 'localhost' || /^127\./.test(host)
