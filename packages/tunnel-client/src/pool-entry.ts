import { noLatency } from '@pennant/contract/tunnel'

/** The latency is in milliseconds, or -1 while the other end does not answer. */
export type PoolEntry = { label: string; remote: string; local: string; latency: number }

/** Null for anything but a list of tunnels, since any program may use that port. */
export const readPool = (text: string): PoolEntry[] | null => {
  const list = parse(text)
  if (!Array.isArray(list)) return null
  const entries = list.map(entryIn)
  return entries.every((entry) => entry !== null) ? entries : null
}

export const readEntry = (text: string): PoolEntry | null => entryIn(parse(text))

const entryIn = (value: unknown): PoolEntry | null => {
  if (typeof value !== 'object' || value === null) return null
  const { label, remote, local, latency }: { [Name in keyof PoolEntry]?: unknown } = value
  if (typeof remote !== 'string' || typeof local !== 'string') return null
  return {
    label: typeof label === 'string' ? label : '',
    remote,
    local,
    latency: typeof latency === 'number' ? latency : noLatency,
  }
}

/** Undefined for invalid JSON. */
export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
