import type { PortMapping } from '@pennant/contract/enums'
import { isRelayed, relayUrl } from '@pennant/rules/instance/entry'

export type InstanceEndpoint =
  | { kind: 'direct' | 'local'; address: string; link: string | null }
  | { kind: 'tunnel'; address: string; link: null }

export type Tunnel = {
  state: 'invalid' | 'pending' | 'usable'
  connecting: boolean
  localOf(remote: string): string | null
  faultOf(remote: string): string | null
  open(remote: string, title: string): void
  connect(): void
  manage(): void
}

type Where = {
  origin: { protocol: string; host: string }
  /** `host:port` on this machine; null if there is none. */
  local: string | null
}

export const isProxied = (entry: string, portMapping: PortMapping): boolean =>
  portMapping === 'PlatformProxy' && isRelayed(entry)

// 0.0.0.0 is no address to connect to.
const reachable = (local: string): string => local.replace(/^0\.0\.0\.0:/, '127.0.0.1:')

export const endpointOf = (
  entry: string,
  portMapping: PortMapping,
  { origin, local }: Where,
): InstanceEndpoint => {
  if (!isProxied(entry, portMapping)) return { kind: 'direct', address: entry, link: `http://${entry}` }
  if (local !== null) return { kind: 'local', address: local, link: `http://${reachable(local)}` }
  return { kind: 'tunnel', address: relayUrl(entry, origin), link: null }
}
