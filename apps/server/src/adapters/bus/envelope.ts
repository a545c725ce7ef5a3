import type { Body } from './delivery.ts'

export type Envelope = {
  from: string
  /** Counts the envelopes of a process: a jump means that one is missing. */
  nr: number
  topic: string
  /** Absent if the sender only reports a loss. */
  body?: Body
}

/** `body` is JSON already: local listeners get a copy made from the same text. */
export function formatEnvelope(from: string, nr: number, topic: string, body?: string): string {
  const head = `{${opening(from)},"nr":${nr},"topic":${JSON.stringify(topic)}`
  return body === undefined ? `${head}}` : `${head},"body":${body}}`
}

export const isEcho = (text: string, self: string): boolean => text.startsWith(opening(self), 1)

export const numberOf = (text: string): number => Number(/^\{"from":"[^"]*","nr":(\d+)/.exec(text)?.[1])

const opening = (from: string): string => `"from":${JSON.stringify(from)}`

export function parseEnvelope(text: string): Envelope | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  if (!('from' in value && 'nr' in value && 'topic' in value)) return null
  const { from, nr, topic } = value
  if (typeof from !== 'string' || typeof nr !== 'number' || typeof topic !== 'string') return null
  const body = 'body' in value ? value.body : undefined
  if (typeof body !== 'object' || body === null) return { from, nr, topic }
  return { from, nr, topic, body: { message: 'message' in body ? body.message : undefined } }
}
