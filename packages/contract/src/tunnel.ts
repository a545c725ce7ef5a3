import { EnumOf, Flag, Int32, List, Model, Optional, Str, type Static } from './schema.ts'

/** HTTP on the loopback interface. The browser's `Origin` is the scope that the player allows or denies. */

export const tunnelPort = 3307
/** A number, because content security policies allow this address and not `localhost`. */
export const tunnelAddress = `http://127.0.0.1:${tunnelPort}`

/** Other clients compare it as text, so it stays below 0.10. */
export const tunnelVersion = '0.5.0'
export const minimumTunnelVersion = '0.4'

/** Every `tunnelSyncTicks`-th poll reads the list of tunnels, too. */
export const tunnelPollMs = 3000
export const tunnelSyncTicks = 5

export const tunnelPaths = {
  version: '/version',
  connect: '/connect',
  pool: '/pool',
  popup: '/popup',
} as const

export type TunnelState = 'invalid' | 'pending' | 'usable'

export const tunnelStateOf = (status: number): TunnelState => {
  if (status === 202) return 'usable'
  return status === 201 ? 'pending' : 'invalid'
}

export const scopeStates = { pending: 0, allowed: 1 } as const
export const ScopeState = EnumOf(scopeStates)
export type ScopeState = keyof typeof scopeStates

export const tunnelFeatures = { basic: 0, pingfall: 1 } as const
export const TunnelFeature = EnumOf(tunnelFeatures)
export type TunnelFeature = keyof typeof tunnelFeatures

/** `status`: answers that close an instance (if empty, every failure); `drop_unknown`: so does no answer. */
export const PingfallSettings = Model({ status: List(Int32), drop_unknown: Flag })
export type PingfallSettings = Static<typeof PingfallSettings>

export const ScopeSettings = Model({ pingfall: Optional(PingfallSettings) })
export type ScopeSettings = Static<typeof ScopeSettings>

/** The tunnel then takes the origin from the header. */
export const hostInHeader = 'IN_HEADER'

/** `host` and `state` are required and ignored. */
export const ScopeRequest = Model({
  host: Str,
  name: Str,
  state: ScopeState,
  features: List(TunnelFeature),
  settings: Optional(ScopeSettings),
})
export type ScopeRequest = Static<typeof ScopeRequest>

/** `local` with port 0 leaves the choice to the system. */
export const TunnelRequest = Model({ label: Optional(Str), remote: Str, local: Str })
export type TunnelRequest = Static<typeof TunnelRequest>

/** Latencies are half a round trip in milliseconds; -1 means the other end does not answer. */
export const noLatency = -1

export const TunnelInstance = Model({
  label: Str,
  remote: Str,
  local: Str,
  latency: Int32,
  scope_host: Str,
})
export type TunnelInstance = Static<typeof TunnelInstance>

/** `from` and `to` are the older names of `local` and `remote`. */
export const TunnelListItem = Model({
  label: Str,
  remote: Str,
  local: Str,
  from: Str,
  to: Str,
  latency: Int32,
})
export type TunnelListItem = Static<typeof TunnelListItem>

export const TunnelRemoval = Model({ local: Str })
export type TunnelRemoval = Static<typeof TunnelRemoval>

export const localAddress = { thisMachine: '127.0.0.1:0', network: '0.0.0.0:0' } as const

export const readTunnelVersion = (body: unknown): string | null => {
  if (typeof body === 'string') return body
  if (typeof body !== 'object' || body === null || !('version' in body)) return null
  return typeof body.version === 'string' ? body.version : null
}

/** Compares number by number: 0.10 is newer than 0.4. A malformed version is not new enough. */
export const isTunnelVersionEnough = (version: string, minimum: string = minimumTunnelVersion): boolean => {
  const [have, need] = [partsOf(version), partsOf(minimum)]
  if (have === null || need === null) return false
  for (let at = 0; at < Math.max(have.length, need.length); at += 1) {
    const difference = (have[at] ?? 0) - (need[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

const partsOf = (version: string): number[] | null => {
  const [, numbers] = /^v?(\d{1,9}(?:\.\d{1,9}){0,3})(?:[-+].*)?$/.exec(version.trim()) ?? []
  return numbers?.split('.').map(Number) ?? null
}
