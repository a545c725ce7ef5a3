import type { ScopeState, ScopeSettings, TunnelFeature } from '@pennant/contract/tunnel'

export type Scope = {
  readonly host: string
  readonly name: string
  readonly state: ScopeState
  readonly features: readonly TunnelFeature[]
  readonly settings: ScopeSettings
}

export type ScopeFacts = Pick<Scope, 'name' | 'features' | 'settings'>

/** For a site without a description: closes tunnels whose instance is gone, as platforms ask. */
export const factsOfUnknown = (host: string): ScopeFacts => ({
  name: host,
  features: ['basic', 'pingfall'],
  settings: { pingfall: { status: [400, 404], drop_unknown: false } },
})

const maxLength = 300

/** Only the exact form that browsers write. Empty and `null` origins have no owner. */
export const isOrigin = (text: string): boolean => text.length <= maxLength && readOrigin(text) === text

export const readOrigin = (text: string): string | null => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : null
}
