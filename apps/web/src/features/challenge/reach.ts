import type { PortMapping } from '@pennant/contract/enums'
import { isRelayed, relayUrl } from '@pennant/rules/instance/entry'

/** How a player gets to an instance. */
export type Reach =
  | { kind: 'direct' | 'local'; address: string; link: string | null }
  /** Through the server, with a tunnel on the own machine. */
  | { kind: 'tunnel'; address: string; link: null }

/** The tunnel on the own machine, as far as an instance needs it. */
export type Tunnel = {
  state: 'invalid' | 'pending' | 'usable'
  connecting: boolean
  /** `host:port` on the own machine that leads to a remote. */
  localOf(remote: string): string | null
  /** Why there is none, in words. */
  faultOf(remote: string): string | null
  /** For a challenge of this title. */
  open(remote: string, title: string): void
  connect(): void
  /** Shows all about it. */
  manage(): void
}

type Where = {
  origin: { protocol: string; host: string }
  /** `host:port` on the own machine that leads to it. */
  local: string | null
}

/** Whether an entry is the id of a container that this server relays to. */
export const isProxied = (entry: string, portMapping: PortMapping): boolean =>
  portMapping === 'PlatformProxy' && isRelayed(entry)

/** Whoever listens everywhere is reached here. */
const reachable = (local: string): string => local.replace(/^0\.0\.0\.0:/, '127.0.0.1:')

export const reachOf = (entry: string, portMapping: PortMapping, { origin, local }: Where): Reach => {
  if (!isProxied(entry, portMapping)) return { kind: 'direct', address: entry, link: `http://${entry}` }
  if (local !== null) return { kind: 'local', address: local, link: `http://${reachable(local)}` }
  return { kind: 'tunnel', address: relayUrl(entry, origin), link: null }
}
