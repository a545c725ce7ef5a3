import type { IncomingMessage } from 'node:http'
import type { Bus } from '../ports/bus.ts'
import type { Clock } from '../ports/clock.ts'
import type { Admit, HubName } from './admission.ts'
import type { Schedule } from './timer-wheel.ts'

export type HubsOptions = {
  bus: Bus
  clock: Clock
  admit: Admit
  /** Default: `Origin`, if sent, names this host. */
  originAllowed?: (req: IncomingMessage) => boolean
  secureOf?: (req: IncomingMessage) => boolean
  addressOf?: (req: IncomingMessage) => string
  countedAs?: (address: string) => string
  timesAt?: (address: string) => number
  /** Called with an address that has too many connections. */
  crowded?: (address: string) => void
  isAnonymous?: (req: IncomingMessage, hub: HubName) => boolean
  /** The same in all processes, which accept each other's tickets. */
  secret?: Uint8Array
  report?: (error: unknown) => void
  schedule?: Schedule
  /** In milliseconds; never set back. */
  monotonicNow?: () => number
  limits?: Partial<HubLimits>
}

export type HubLimits = {
  connections: number
  /** Generous: a whole campus may share one address. */
  connectionsPerAddress: number
  /** The rest is reserved for users who are logged in. */
  anonymousConnections: number
  anonymousPerAddress: number
  messageBytes: number
  /** Low, because clients only ping. */
  messagesPerSecond: number
  bufferBytes: number
  pingMs: number
  silenceMs: number
  handshakeMs: number
  ticketMs: number
  pollMs: number
  pollGapMs: number
  closeMs: number
  readmitMs: number
}

export const defaultLimits: HubLimits = {
  connections: 20_000,
  connectionsPerAddress: 5_000,
  anonymousConnections: 15_000,
  anonymousPerAddress: 2_000,
  messageBytes: 32 * 1024,
  messagesPerSecond: 100,
  bufferBytes: 1024 * 1024,
  pingMs: 15_000,
  silenceMs: 30_000,
  handshakeMs: 15_000,
  ticketMs: 15_000,
  pollMs: 90_000,
  pollGapMs: 15_000,
  closeMs: 5_000,
  readmitMs: 30 * 60_000,
}
