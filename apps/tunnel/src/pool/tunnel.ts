import type { TunnelInstance, TunnelListItem } from '@pennant/contract/tunnel'
import type { Listener } from '../link/listener.ts'

/** An instance that somebody reaches through a port of this machine. */
export type Tunnel = {
  /** The origin of the site that asked for it. */
  readonly host: string
  label: string
  readonly remote: string
  latency: number
  readonly listener: Listener
}

export const presentInstance = ({ label, remote, latency, host, listener }: Tunnel): TunnelInstance => ({
  label,
  remote,
  local: listener.local,
  latency,
  scope_host: host,
})

export const presentListItem = ({ label, remote, latency, listener: { local } }: Tunnel): TunnelListItem => ({
  label,
  remote,
  local,
  from: local,
  to: remote,
  latency,
})
