import type { Outgoing } from './outgoing.ts'

export type TransportKind = 'WebSockets' | 'ServerSentEvents' | 'LongPolling'

export type Transport = {
  readonly kind: TransportKind
  /** False when too much waits already; the message is then dropped. */
  send(message: Outgoing): boolean
  /** Ends once everything sent has left. */
  end(): void
  /** Calls `closed` before it returns. */
  abort(): void
  /** Returns when to look again; null when the client is gone. */
  onTimer(now: number): number | null
}

export type TransportEvents = {
  data(chunk: Buffer): void
  /** Called for every end, possibly several times. */
  closed(): void
}
