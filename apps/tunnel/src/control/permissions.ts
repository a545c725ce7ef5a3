import type { ScopeState } from '@pennant/contract/tunnel'

export type Permissions = {
  allow(host: string): Promise<'allowed' | 'allowed before'>
  revoke(host: string): Promise<'revoked' | 'unknown'>
  report(): Promise<Report>
}

export type Report = {
  readonly scopes: readonly ReportedScope[]
  /** Null while no tunnel runs. */
  readonly running: Running | null
}

export type ReportedScope = { readonly host: string; readonly name: string; readonly state: ScopeState }

export type Running = {
  readonly program: string
  readonly address: string
  readonly pid: number
  readonly tunnels: readonly ReportedTunnel[]
}

export type ReportedTunnel = {
  readonly host: string
  readonly label: string
  readonly local: string
  /** Shortened, because the whole address is enough to connect. */
  readonly remote: string
  readonly latency: number
  readonly connections: number
}
