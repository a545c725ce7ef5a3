import type { IncomingMessage } from 'node:http'
import type { Bus } from '../ports/bus.ts'
import type { Clock } from '../ports/clock.ts'
import type { Admit, HubName } from './admission.ts'
import type { Schedule } from './wheel.ts'

export type HubsOptions = {
  bus: Bus
  clock: Clock
  /** Decides who may listen to what. */
  admit: Admit
  /** Whether a request may use the cookies it carries. Default: `Origin`, when sent, names our host. */
  originAllowed?: (req: IncomingMessage) => boolean
  /** Whether the client sees the site over HTTPS. Default: no. */
  secureOf?: (req: IncomingMessage) => boolean
  /** The client's address. Default: that of the socket. */
  addressOf?: (req: IncomingMessage) => string
  /** Whom an address is counted as. Default: itself. */
  countedAs?: (address: string) => string
  /** Whether a request shows nothing that it could be recognized by. Default: nobody's does. */
  isAnonymous?: (req: IncomingMessage, hub: HubName) => boolean
  /** Shared by the processes of one installation, so that any of them accepts the others' tickets. */
  secret?: Uint8Array
  /** Hears of failures that concern no single client, such as an `admit` that throws. */
  report?: (error: unknown) => void
  schedule?: Schedule
  limits?: Partial<HubLimits>
}

export type HubLimits = {
  connections: number
  /** Generous: a whole campus may share one address. */
  connectionsPerAddress: number
  /** The rest is kept for those who are logged in. */
  anonymousConnections: number
  anonymousPerAddress: number
  /** Longest message a client may send. */
  messageBytes: number
  /** What one client may send in a second; it has nothing to say but pings. */
  messagesPerSecond: number
  /** What may wait for a client that does not read. */
  bufferBytes: number
  pingMs: number
  silenceMs: number
  handshakeMs: number
  /** From negotiation to connection. */
  ticketMs: number
  pollMs: number
  /** Between two polls of one client. */
  pollGapMs: number
  /** From our farewell to the end of the connection. */
  closeMs: number
  /** How often admission that rests on a session or a token is asked for again. */
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
