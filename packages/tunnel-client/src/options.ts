import type { ScopeSettings, TunnelFeature } from '@pennant/contract/tunnel'

export type TunnelOptions = {
  /** Without a slash at the end. */
  api: string
  name: string
  features: readonly TunnelFeature[]
  settings: ScopeSettings
}

export const optionsFor = ({ api, name }: Pick<TunnelOptions, 'api' | 'name'>): TunnelOptions => ({
  api,
  name,
  features: ['basic', 'pingfall'],
  settings: { pingfall: { status: [400, 404], drop_unknown: false } },
})
