import { isUtf8 } from 'node:buffer'

const separator = '\u001e'
const separatorByte = 0x1e

export const handshakeAccepted = `{}${separator}`
export const ping = `{"type":6}${separator}`

export function handshakeRefused(error: string): string {
  return JSON.stringify({ error }) + separator
}

export function closing(reason: { error?: string; allowReconnect?: boolean } = {}): string {
  return JSON.stringify({ type: 7, error: reason.error, allowReconnect: reason.allowReconnect }) + separator
}

export function invocation(target: string, payload: unknown): string {
  return JSON.stringify({ type: 1, target, arguments: [payload] }) + separator
}

export function failedCompletion(invocationId: string, error: string): string {
  return JSON.stringify({ type: 3, invocationId, error }) + separator
}

export type Handshake = { ok: true } | { ok: false; error: string }

export function readHandshake(record: Buffer): Handshake {
  const request = parseObject(record)
  if (request === null || typeof request['protocol'] !== 'string' || typeof request['version'] !== 'number') {
    return { ok: false, error: 'The handshake is malformed.' }
  }
  if (request['protocol'] !== 'json') {
    return { ok: false, error: `The protocol '${shorten(request['protocol'])}' is not supported.` }
  }
  if (request['version'] !== 1) {
    return {
      ok: false,
      error: `The server does not support version ${request['version']} of the 'json' protocol.`,
    }
  }
  return { ok: true }
}

export type ClientMessage =
  | { kind: 'call'; invocationId: string | null; target: string }
  | { kind: 'close' }
  | { kind: 'nothing' }
  | { kind: 'malformed' }

const malformed: ClientMessage = { kind: 'malformed' }
const nothing: ClientMessage = { kind: 'nothing' }

export function readMessage(record: Buffer): ClientMessage {
  const message = parseObject(record)
  if (message === null || typeof message['type'] !== 'number') return malformed
  switch (message['type']) {
    case 1:
    case 4: {
      const { target, invocationId = null } = message
      if (typeof target !== 'string') return malformed
      if (invocationId !== null && typeof invocationId !== 'string') return malformed
      return { kind: 'call', invocationId, target: shorten(target) }
    }
    case 7:
      return { kind: 'close' }
    default:
      // Pings, unsolicited answers, and types of later versions.
      return nothing
  }
}

export class RecordReader {
  private readonly limit: number
  private held: Buffer = Buffer.alloc(0)

  constructor(limit: number) {
    this.limit = limit
  }

  get size(): number {
    return this.held.length
  }

  push(chunk: Buffer): void {
    this.held = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk])
  }

  /** Null until the separator has come. */
  next(): Buffer | 'too large' | null {
    const end = this.held.indexOf(separatorByte)
    if ((end === -1 ? this.held.length : end) > this.limit) return 'too large'
    if (end === -1) return null
    const record = this.held.subarray(0, end)
    this.held = this.held.subarray(end + 1)
    return record
  }
}

function parseObject(record: Buffer): Record<string, unknown> | null {
  if (!isUtf8(record)) return null
  try {
    const value: unknown = JSON.parse(record.toString('utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
