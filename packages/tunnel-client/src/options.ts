import type { ScopeSettings, TunnelFeature } from '@pennant/contract/tunnel'

export type TunnelOptions = {
  /** Where the tunnel is, without a slash at the end. */
  api: string
  /** What the player is asked about. */
  name: string
  features: readonly TunnelFeature[]
  settings: ScopeSettings
}

/** What a page asks for: tunnels that are closed when the server says that their instance is gone. */
export const optionsFor = ({ api, name }: Pick<TunnelOptions, 'api' | 'name'>): TunnelOptions => ({
  api,
  name,
  features: ['basic', 'pingfall'],
  settings: { pingfall: { status: [400, 404], drop_unknown: false } },
})
