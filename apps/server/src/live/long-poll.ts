import type { ServerResponse } from 'node:http'
import type { HubLimits } from './options.ts'
import type { Outgoing } from './outgoing.ts'
import type { Transport, TransportEvents } from './transport.ts'

type Limits = Pick<HubLimits, 'bufferBytes' | 'pollMs' | 'pollGapMs'>

const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache, no-store' }

const lookEveryMs = 5_000

export class LongPoll implements Transport {
  readonly kind = 'LongPolling'
  private readonly limits: Limits
  private readonly now: () => number
  private readonly events: Pick<TransportEvents, 'closed'>
  private waiting: Buffer[] = []
  private waitingBytes = 0
  private poll: ServerResponse | null = null
  /** The start of the current poll, or the end of the last one. */
  private since: number
  private flushing = false
  private ending = false
  private over = false

  constructor(limits: Limits, now: () => number, events: Pick<TransportEvents, 'closed'>) {
    this.limits = limits
    this.now = now
    this.events = events
    this.since = now()
  }

  /** Ends an older poll that still waits. */
  take(res: ServerResponse): void {
    if (res.destroyed) return
    if (this.poll !== null) this.answer(204)
    this.poll = res
    this.since = this.now()
    res.on('error', () => {})
    res.on('close', () => {
      if (this.poll === res) this.release()
    })
    this.flushSoon()
  }

  send(message: Outgoing): boolean {
    if (this.ending || this.over) return true
    const { text } = message
    if (this.waitingBytes + text.length > this.limits.bufferBytes) return false
    this.waiting.push(text)
    this.waitingBytes += text.length
    this.flushSoon()
    return true
  }

  end(): void {
    this.ending = true
    this.flushSoon()
  }

  abort(): void {
    if (this.over) return
    this.over = true
    this.waiting = []
    if (this.poll !== null) this.answer(204)
    this.events.closed()
  }

  onTimer(now: number): number | null {
    if (this.poll === null) {
      const until = this.since + this.limits.pollGapMs
      return now >= until ? null : until
    }
    if (now >= this.since + this.limits.pollMs) this.answer(200)
    // The client may hang up at any time, and then has this long to come back.
    return Math.min(this.since + this.limits.pollMs, now + lookEveryMs)
  }

  // After the current turn, so that messages sent together travel together.
  private flushSoon(): void {
    if (this.flushing) return
    this.flushing = true
    queueMicrotask(() => {
      this.flushing = false
      this.flush()
    })
  }

  private flush(): void {
    // A poll whose client has hung up would swallow the messages.
    if (this.over || this.poll === null || this.poll.destroyed) return
    if (this.waiting.length > 0) {
      const body = Buffer.concat(this.waiting)
      this.waiting = []
      this.waitingBytes = 0
      if (this.ending) this.poll.on('close', () => this.abort())
      this.answer(200, body)
    } else if (this.ending) {
      this.abort()
    }
  }

  private answer(status: 200 | 204, body?: Buffer): void {
    const { poll } = this
    this.release()
    if (poll === null || poll.destroyed) return
    poll.writeHead(status, status === 204 ? {} : { ...headers, 'Content-Length': body?.length ?? 0 })
    poll.end(body)
  }

  private release(): void {
    this.poll = null
    this.since = this.now()
  }
}
