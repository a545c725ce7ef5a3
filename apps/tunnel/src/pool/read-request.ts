import type { TunnelRemoval, TunnelRequest } from '@pennant/contract/tunnel'
import type { Reading } from '../scope/read-scope.ts'

const maxLabel = 256

export const readTunnelRequest = (body: unknown): Reading<TunnelRequest> => {
  const remote = readText(body, ['remote', 'to'])
  if ('fault' in remote) return remote
  const local = readText(body, ['local', 'from'])
  if ('fault' in local) return local
  const label = valueOf(body, ['label']) ?? undefined
  if (label !== undefined && typeof label !== 'string') return { fault: 'label: expected a string' }
  if (label !== undefined && label.length > maxLabel) return { fault: 'label: too long' }
  const request = { remote: remote.value, local: local.value }
  return { value: label === undefined ? request : { ...request, label } }
}

export const readTunnelRemoval = (body: unknown): Reading<TunnelRemoval> => {
  const local = readText(body, ['local', 'key'])
  return 'fault' in local ? local : { value: { local: local.value } }
}

const readText = (body: unknown, names: readonly string[]): Reading<string> => {
  const value = valueOf(body, names)
  if (value === undefined) return { fault: `missing field \`${names[0]}\`` }
  return typeof value === 'string' ? { value } : { fault: `${names[0]}: expected a string` }
}

const valueOf = (body: unknown, names: readonly string[]): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const members = new Map<string, unknown>(Object.entries(body))
  return names.map((name) => members.get(name)).find((value) => value !== undefined)
}
