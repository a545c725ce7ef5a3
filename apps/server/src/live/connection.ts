import type { Admission, AdmissionRequest } from './admission.ts'
import * as protocol from './hub-protocol.ts'
import type { HubLimits } from './options.ts'
import { Outgoing } from './outgoing.ts'
import type { Transport, TransportEvents } from './transport.ts'
import type { TimerTarget, TimerWheel } from './timer-wheel.ts'

const accepted = new Outgoing(protocol.handshakeAccepted)
const pinged = new Outgoing(protocol.ping)
const tooLarge = 'The message is too large.'
const tooMany = 'Too many messages.'

export type ConnectionNeeds = {
  limits: HubLimits
  timerWheel: TimerWheel
  seek(connection: Connection): void
  left(connection: Connection): void
  gone(connection: Connection): void
  slow(): void
}

// `refused` lasts until the farewell to clients without admission, `leaving` follows any farewell.
type State = 'greeting' | 'waiting' | 'refused' | 'open' | 'leaving' | 'gone'

// The official client takes a farewell with the handshake answer for a failed start, and tries again.
const refusalDelayMs = 100

export class Connection implements TimerTarget {
  readonly token: string
  readonly request: AdmissionRequest
  readonly transport: Transport
  admission: Admission | null = null
  private readonly needs: ConnectionNeeds
  private readonly reader: protocol.RecordReader
  private state: State = 'greeting'
  private heardAt: number
  private sentAt: number
  /** First for handshake and admission, while open for the next admission, then for leaving. */
  private deadline: number
  private second = 0
  private heardInSecond = 0

  constructor(
    needs: ConnectionNeeds,
    token: string,
    request: AdmissionRequest,
    open: (events: TransportEvents) => Transport,
  ) {
    this.needs = needs
    this.token = token
    this.request = request
    this.reader = new protocol.RecordReader(needs.limits.messageBytes)
    const now = needs.timerWheel.time
    this.heardAt = now
    this.sentAt = now
    this.deadline = now + needs.limits.handshakeMs
    this.transport = open({ data: (chunk) => this.receive(chunk), closed: () => this.end() })
    needs.timerWheel.put(this, this.onTimer(now))
  }

  get waiting(): boolean {
    return this.state === 'waiting'
  }

  get open(): boolean {
    return this.state === 'open'
  }

  receive(chunk: Buffer): void {
    if (this.state === 'refused' || this.state === 'leaving' || this.state === 'gone') return
    this.heardAt = this.needs.timerWheel.time
    if (!this.spend()) return this.close({ error: tooMany })
    this.reader.push(chunk)
    if (this.state !== 'waiting') this.read()
    // Nothing is read while admission is pending, so little may pile up.
    else if (this.reader.size > this.needs.limits.messageBytes) this.close({ error: tooLarge })
  }

  send(message: Outgoing): void {
    if (this.state === 'open') this.transmit(message)
  }

  /** From here on the client misses no message. */
  welcome(): void {
    if (this.state !== 'waiting') return
    this.state = 'open'
    this.deadline = this.needs.timerWheel.time + this.needs.limits.readmitMs
    this.transmit(accepted)
    this.read()
  }

  /** Admission is sought again after `ms`, unless that is due before. */
  hold(ms: number): void {
    const { timerWheel } = this.needs
    this.deadline = Math.min(this.deadline, timerWheel.time + ms)
    timerWheel.put(this, timerWheel.time)
  }

  /** The handshake succeeds, then the connection ends without a reason. */
  refuse(): void {
    if (this.state !== 'waiting') return
    this.state = 'refused'
    this.transmit(accepted)
    setTimeout(() => {
      if (this.state === 'refused') this.part(protocol.closing())
    }, refusalDelayMs).unref()
  }

  /** The handshake fails, so that clients back off. */
  turnAway(error: string): void {
    if (this.state === 'waiting' || this.state === 'greeting') this.part(protocol.handshakeRefused(error))
  }

  close(reason: { error?: string; allowReconnect?: boolean } = {}): void {
    if (this.state === 'open') this.part(protocol.closing(reason))
    else this.turnAway(reason.error ?? 'The server has ended the connection.')
  }

  abort(): void {
    this.transport.abort()
  }

  onTimer(now: number): number {
    const next = this.transport.onTimer(now)
    if (next === null) {
      this.abort()
      return now
    }
    return Math.min(next, this.state === 'open' ? this.tendOpen(now) : this.tendDeadline(now))
  }

  private tendDeadline(now: number): number {
    if (now < this.deadline) return this.deadline
    if (this.state === 'leaving') this.abort()
    else this.turnAway('The handshake took too long.')
    return this.deadline
  }

  private tendOpen(now: number): number {
    const { limits } = this.needs
    if (now >= this.deadline) {
      this.deadline = now + limits.readmitMs
      if (this.admission?.subject) this.needs.seek(this)
    }
    // Polls are signs of life in both directions.
    if (this.transport.kind === 'LongPolling') return this.deadline
    if (now - this.heardAt > limits.silenceMs) {
      this.close({ error: 'The client was silent for too long.', allowReconnect: true })
      return this.deadline
    }
    if (now - this.sentAt >= limits.pingMs) this.transmit(pinged)
    return Math.min(this.deadline, this.sentAt + limits.pingMs, this.heardAt + limits.silenceMs + 1)
  }

  private read(): void {
    for (let read = 0; this.state === 'greeting' || this.state === 'open'; read++) {
      const record = this.reader.next()
      if (record === null) return
      if (record === 'too large') return this.close({ error: tooLarge })
      // The first was paid for on arrival.
      if (read > 0 && !this.spend()) return this.close({ error: tooMany })
      if (this.state === 'greeting') this.greet(record)
      else this.hear(record)
    }
  }

  private greet(record: Buffer): void {
    const handshake = protocol.readHandshake(record)
    if (!handshake.ok) return this.turnAway(handshake.error)
    this.state = 'waiting'
    this.needs.seek(this)
  }

  private hear(record: Buffer): void {
    const message = protocol.readMessage(record)
    switch (message.kind) {
      case 'call':
        if (message.invocationId === null) return
        return this.transmit(
          new Outgoing(
            protocol.failedCompletion(message.invocationId, `Unknown hub method '${message.target}'.`),
          ),
        )
      case 'close':
        return this.part(null)
      case 'malformed':
        return this.close({ error: 'The message is malformed.' })
      case 'nothing':
        break
    }
  }

  private transmit(message: Outgoing): void {
    this.sentAt = this.needs.timerWheel.time
    if (this.transport.send(message)) return
    this.needs.slow()
    this.abort()
  }

  private part(farewell: string | null): void {
    if (farewell !== null) this.transmit(new Outgoing(farewell))
    if (this.state === 'gone') return
    this.state = 'leaving'
    this.needs.left(this)
    this.deadline = this.needs.timerWheel.time + this.needs.limits.closeMs
    this.needs.timerWheel.put(this, this.deadline)
    this.transport.end()
  }

  private end(): void {
    if (this.state === 'gone') return
    this.state = 'gone'
    this.needs.timerWheel.remove(this)
    this.needs.left(this)
    this.needs.gone(this)
  }

  private spend(): boolean {
    const now = this.needs.timerWheel.time
    if (now !== this.second) {
      this.second = now
      this.heardInSecond = 0
    }
    this.heardInSecond++
    return this.heardInSecond <= this.needs.limits.messagesPerSecond
  }
}
