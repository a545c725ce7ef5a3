import type { Socket } from 'node:net'
import type { Recording } from './target.ts'
import type { Backlog, SlowReader } from './backlog.ts'
import { FrameReader } from './frame-reader.ts'
import { closeFrame, pongFrame } from './frame.ts'
import type { RelayLimits } from './options.ts'
import type { BufferPool } from './buffer-pool.ts'
import type { TunnelConnection } from './open-connections.ts'

export type TunnelNeeds = {
  limits: RelayLimits
  backlog: Backlog
  bufferPool: BufferPool
  releaseBuffer(piece: Buffer): void
  now(): number
  relayed(bytes: number): void
}

export type TunnelEnds = {
  client: Socket
  target: Socket
  recording: Recording | null
  clientLeft(tunnel: Tunnel): void
  closed(tunnel: Tunnel): void
}

// `answering`: the client is done. `leaving`: until the client's farewell. `over`: the rest is written.
type State = 'open' | 'answering' | 'leaving' | 'over'

const statuses = { normal: 1000, goingAway: 1001, brokenOff: 1011 } as const
// The most that a paused socket has already read.
const readAheadBytes = 64 * 1024

export class Tunnel implements TunnelConnection, SlowReader {
  private readonly needs: TunnelNeeds
  private readonly client: Socket
  private readonly target: Socket
  private readonly clientLeft: (tunnel: Tunnel) => void
  private readonly closed: (tunnel: Tunnel) => void
  private readonly reader = new FrameReader()
  private readonly endsAt: number
  private recording: Recording | null
  private state: State = 'open'
  private firstToEnd: 'client' | 'server' | null = null
  private pong: Buffer | null = null
  private stirred = false
  private quietSince = 0
  private killAt = Number.POSITIVE_INFINITY
  private socketsLeft = 2

  constructor(needs: TunnelNeeds, { client, target, recording, clientLeft, closed }: TunnelEnds) {
    this.needs = needs
    this.client = client
    this.target = target
    this.recording = recording
    this.clientLeft = clientLeft
    this.closed = closed
    this.endsAt = needs.now() + needs.limits.lifetimeMs
    // 'close' follows every error; the errors of `client` are handled by its opener.
    target.on('error', () => undefined)
    client.on('close', () => this.clientClosed())
    target.on('close', () => this.targetClosed())
    client.on('end', () => this.clientEnded())
    target.on('end', () => this.targetEnded())
    client.on('drain', () => this.clientDrained())
    target.on('drain', () => this.targetDrained())
    client.on('data', (chunk: Buffer) => this.fromClient(chunk))
    target.resume()
  }

  fromClient(chunk: Buffer): void {
    if (this.state === 'over') return
    const { data, ping, end } = this.reader.read(chunk)
    if (data !== null) this.toTarget(data, chunk)
    if (ping !== null) this.answerPing(ping)
    if (end === 'close') this.clientFinished()
    else if (end !== null) this.fail(end)
  }

  /** The bytes may be overwritten afterward. */
  fromTarget(bytes: Buffer): void {
    if (this.state !== 'open' && this.state !== 'answering') return
    this.stirred = true
    this.needs.relayed(bytes.length)
    this.recording?.toClient(bytes)
    this.needs.bufferPool.send(this.client, bytes)
    if (this.client.writableLength <= this.needs.limits.highWaterBytes) return
    this.target.pause()
    this.account()
  }

  leave(): void {
    if (this.state === 'over') return
    this.part('reset')
    this.target.destroySoon()
    this.farewell(statuses.goingAway)
  }

  cutOff(): void {
    this.breakOff('reset')
    this.destroy()
  }

  kill(): void {
    this.breakOff(this.firstToEnd ?? 'reset')
    this.destroy()
  }

  tend(now: number): void {
    const { limits } = this.needs
    const waits = this.client.writableLength > 0 || this.target.writableLength > 0
    if (this.stirred || waits) this.quietSince = now
    this.stirred = false
    if (now >= Math.min(this.killAt, this.endsAt + limits.closeMs)) this.kill()
    else if (this.state === 'answering' && now - this.quietSince >= limits.quietMs) this.finish()
    else if (now >= this.endsAt && this.state !== 'leaving') this.leave()
  }

  private toTarget(data: Buffer, chunk: Buffer): void {
    if (!this.target.writable) return
    this.stirred = true
    this.needs.relayed(data.length)
    this.recording?.toServer(data)
    this.target.write(data, () => this.needs.releaseBuffer(chunk))
    if (this.target.writableLength <= this.needs.limits.highWaterBytes) return
    this.client.pause()
    this.account()
  }

  private answerPing(payload: Buffer): void {
    if (this.state !== 'open' && this.state !== 'answering') return
    // A client that does not read gets only the last answer.
    if (this.client.writableLength > this.needs.limits.highWaterBytes) this.pong = payload
    else this.client.write(pongFrame(payload))
  }

  private clientDrained(): void {
    if (this.target.isPaused()) {
      this.target.resume()
      this.account()
    }
    const { pong } = this
    this.pong = null
    if (pong !== null) this.answerPing(pong)
  }

  private targetDrained(): void {
    if (!this.client.isPaused()) return
    this.client.resume()
    this.account()
  }

  private account(): void {
    const { client, target } = this
    let bytes = 0
    if (target.isPaused()) bytes += client.writableLength + readAheadBytes
    if (client.isPaused()) bytes += target.writableLength + readAheadBytes
    this.needs.backlog.set(this, bytes)
  }

  private clientFinished(): void {
    if (this.state === 'leaving') return this.finish()
    if (this.state !== 'open') return
    this.state = 'answering'
    this.firstToEnd = 'client'
    this.quietSince = this.needs.now()
    this.target.end()
    this.clientLeft(this)
  }

  private clientEnded(): void {
    if (this.state === 'open' && this.reader.midway) {
      this.breakOff('reset')
      this.client.destroy()
      this.target.resetAndDestroy()
    } else this.clientFinished()
  }

  private targetEnded(): void {
    if (this.state === 'answering') return this.finish()
    if (this.state !== 'open') return
    this.firstToEnd = 'server'
    this.state = 'leaving'
    // The farewell comes last, and a slow reader gets its time.
    this.client.write(closeFrame(statuses.normal), () => this.setDeadline())
  }

  private clientClosed(): void {
    if (this.state === 'open') {
      this.breakOff('reset')
      this.target.resetAndDestroy()
    } else if (this.state !== 'over') this.finish()
    this.target.resume()
    this.socketClosed()
  }

  private targetClosed(): void {
    // The connection broke. The client gets what came before, as it would directly.
    if (this.state === 'open' || this.state === 'answering') this.fail(statuses.brokenOff)
    this.client.resume()
    this.socketClosed()
  }

  private socketClosed(): void {
    if (--this.socketsLeft > 0) return
    this.needs.backlog.set(this, 0)
    this.closed(this)
  }

  private fail(status: number): void {
    this.part('reset')
    this.target.resetAndDestroy()
    this.farewell(status)
  }

  private finish(): void {
    if (this.state === 'answering' && this.client.writable) this.client.write(closeFrame(statuses.normal))
    this.breakOff(this.firstToEnd ?? 'reset')
    this.client.destroySoon()
    this.target.destroySoon()
  }

  private farewell(status: number): void {
    const { state, client } = this
    if (state !== 'leaving' && client.writable) client.write(closeFrame(status))
    this.state = 'leaving'
    this.setDeadline()
    client.resume()
    // The client's farewell came already.
    if (state === 'answering') this.finish()
  }

  private breakOff(by: 'client' | 'server' | 'reset'): void {
    this.part(by)
    this.state = 'over'
    this.setDeadline()
  }

  private destroy(): void {
    this.client.destroy()
    this.target.destroy()
  }

  private setDeadline(): void {
    this.killAt = Math.min(this.killAt, this.needs.now() + this.needs.limits.closeMs)
  }

  private part(by: 'client' | 'server' | 'reset'): void {
    this.recording?.end(by)
    this.recording = null
  }
}
