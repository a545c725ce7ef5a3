import type { ScopeState, ScopeSettings, TunnelFeature } from '@pennant/contract/tunnel'

/** A site and what it may do. `host` is its origin. */
export type Scope = {
  readonly host: string
  readonly name: string
  readonly state: ScopeState
  readonly features: readonly TunnelFeature[]
  readonly settings: ScopeSettings
}

/** What a site says of itself. */
export type ScopeFacts = Pick<Scope, 'name' | 'features' | 'settings'>

/** For a site that has not said anything: ends tunnels whose instance is gone, as platforms ask for. */
export const factsOfUnknown = (host: string): ScopeFacts => ({
  name: host,
  features: ['basic', 'pingfall'],
  settings: { pingfall: { status: [400, 404], drop_unknown: false } },
})
