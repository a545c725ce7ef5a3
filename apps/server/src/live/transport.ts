import type { Outgoing } from './outgoing.ts'

export type TransportKind = 'WebSockets' | 'ServerSentEvents' | 'LongPolling'

/** How messages travel to one client. */
export type Transport = {
  readonly kind: TransportKind
  /** False when too much waits for the client already; the message is then dropped. */
  send(message: Outgoing): boolean
  /** Ends once everything sent has left. */
  end(): void
  /** Ends now, `closed` included. */
  abort(): void
  /** Looks after what needs looking after, and says when next; null when the client has gone. */
  tend(now: number): number | null
}

export type TransportEvents = {
  data(chunk: Buffer): void
  /** Comes however the transport ends, and may come again. */
  closed(): void
}
