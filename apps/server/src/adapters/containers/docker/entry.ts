import type { ContainerInspectInfo } from 'dockerode'
import type { ContainerOrder } from '../../../ports/containers.ts'
import type { DaemonAddress } from './address.ts'
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

/** The address that the port is published at, or null when it is not. */
export const bindingOf = ({ published }: ContainerOrder, way: Way): string | null => {
  if (published) return '0.0.0.0'
  return way.kind === 'published' ? way.bindAddress : null
}

export const entryOf = (
  { NetworkSettings }: ContainerInspectInfo,
  order: ContainerOrder,
  networkId: string,
  way: Way,
): Entry => {
  const bindings = NetworkSettings.Ports[`${order.port}/tcp`] ?? []
  // The first of possibly two: the other one is for IPv6, with a number of its own.
  const { HostPort } = bindings.find(({ HostIp }) => !HostIp.includes(':')) ?? bindings[0] ?? {}
  const publicPort = HostPort === undefined ? null : Number(HostPort)
  if (way.kind === 'published') {
    if (publicPort === null) throw new Refusal('invalid', 'Docker did not publish the port of the container')
    return { host: way.host, port: publicPort, publicPort, isSeen: true, isForwarded: true }
  }
  const network = Object.values(NetworkSettings.Networks).find((each) => each.NetworkID === networkId)
  const host = network?.IPAddress ?? ''
  if (host === '') throw new Refusal('invalid', 'Docker gave the container no address in its network')
  const isSeen = way.kind === 'internal' || !order.published
  return { host, port: order.port, publicPort, isSeen, isForwarded: false }
}

/** What is configured, or the daemon's own host. */
export const publicHostOf = (publicEntry: string, address: DaemonAddress): string | null => {
  if (publicEntry.trim() !== '') return publicEntry.trim()
  return address.kind === 'host' ? address.host : null
}
