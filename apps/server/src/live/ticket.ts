import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../ports/clock.ts'
import type { HubName } from './admission.ts'

const randomLength = 16
const timeLength = 6
const macLength = 16
const ticketLength = randomLength + timeLength + macLength

// A ticket proves itself, so that it is valid in every process, and unused tickets take no memory.
export class Tickets {
  private readonly secret: Uint8Array
  private readonly clock: Clock
  private readonly lifeMs: number

  constructor(secret: Uint8Array, clock: Clock, lifeMs: number) {
    this.secret = secret
    this.clock = clock
    this.lifeMs = lifeMs
  }

  issue(hub: HubName): string {
    const body = Buffer.alloc(randomLength + timeLength)
    randomBytes(randomLength).copy(body)
    body.writeUIntBE(this.clock.now(), randomLength, timeLength)
    return Buffer.concat([body, this.mac(hub, body)]).toString('base64url')
  }

  valid(hub: HubName, text: string): boolean {
    const ticket = Buffer.from(text, 'base64url')
    // Decoding is lenient: two texts must not stand for one ticket.
    if (ticket.length !== ticketLength || ticket.toString('base64url') !== text) return false
    const body = ticket.subarray(0, randomLength + timeLength)
    if (!timingSafeEqual(ticket.subarray(body.length), this.mac(hub, body))) return false
    const age = this.clock.now() - body.readUIntBE(randomLength, timeLength)
    // The ticket may come from another process whose clock is slightly ahead.
    return age <= this.lifeMs && age >= -this.lifeMs
  }

  private mac(hub: HubName, body: Buffer): Buffer {
    return createHmac('sha256', this.secret)
      .update(`live ${hub} `)
      .update(body)
      .digest()
      .subarray(0, macLength)
  }
}
