import type { TunnelInstance, TunnelListItem } from '@pennant/contract/tunnel'
import type { Listener } from '../link/listener.ts'

export type Tunnel = {
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
