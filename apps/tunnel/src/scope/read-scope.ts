import {
  scopeStates,
  tunnelFeatures,
  type PingfallSettings,
  type ScopeState,
  type TunnelFeature,
} from '@pennant/contract/tunnel'
import { plainText } from '../terminal/log.ts'
import type { Scope, ScopeFacts } from './scope.ts'

const maxName = 100
const maxStatuses = 600

export type Reading<T> = { readonly value: T } | { readonly fault: string }

export const readFacts = (body: unknown, host: string): Reading<ScopeFacts> => {
  if (!isRecord(body)) return { fault: 'expected an object' }
  for (const field of ['host', 'name', 'state', 'features']) {
    if (body[field] === undefined) return { fault: `missing field \`${field}\`` }
  }
  const { name, state, features, settings } = body
  if (typeof body['host'] !== 'string') return { fault: 'host: expected a string' }
  if (typeof name !== 'string') return { fault: 'name: expected a string' }
  if (!isState(state)) return { fault: 'state: expected `pending` or `allowed`' }
  if (!Array.isArray(features) || !features.every((one) => typeof one === 'string'))
    return { fault: 'features: expected a list of strings' }
  if (settings !== undefined && settings !== null && !isRecord(settings))
    return { fault: 'settings: expected an object' }
  return {
    value: {
      name: plainText(name.trim(), maxName) || host,
      features: featureNames.filter((feature) => features.includes(feature)),
      settings: isRecord(settings) && 'pingfall' in settings ? { pingfall: readPingfall(settings) } : {},
    },
  }
}

export const readStoredScope = (stored: unknown): Reading<Scope> => {
  const host = isRecord(stored) && typeof stored['host'] === 'string' ? stored['host'] : ''
  const facts = readFacts(stored, host)
  if ('fault' in facts) return facts
  const state = isRecord(stored) ? stored['state'] : undefined
  return isState(state) ? { value: { host, state, ...facts.value } } : { fault: 'state' }
}

/** Invalid settings close at every answer but a good one. */
const readPingfall = ({ pingfall }: Record<string, unknown>): PingfallSettings => {
  if (!isRecord(pingfall)) return { status: [], drop_unknown: false }
  const { status, drop_unknown } = pingfall
  if (typeof drop_unknown !== 'boolean' || !Array.isArray(status) || !status.every(isStatus))
    return { status: [], drop_unknown: false }
  return { status: status.slice(0, maxStatuses), drop_unknown }
}

const featureNames = Object.keys(tunnelFeatures) as TunnelFeature[]

const isState = (value: unknown): value is ScopeState => typeof value === 'string' && value in scopeStates

const isStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
