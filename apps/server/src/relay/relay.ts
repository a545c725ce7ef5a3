import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '@pennant/contract/problem'
import type { Clock } from '../ports/clock.ts'
import { Backlog } from './backlog.ts'
import { ConnectionCounts } from './connection-counts.ts'
import { dial, endpointOf } from './dial.ts'
import { createReleaseBuffer } from './release-buffer.ts'
import { accepted, keyOf, wantsWebSocket } from './handshake.ts'
import { defaultLimits, type RelayLimits } from './options.ts'
import { BufferPool } from './buffer-pool.ts'
import { OpenConnections, type TunnelConnection } from './open-connections.ts'
import {
  type Recorder,
  type Recording,
  type RelayTarget,
  type RelayTargets,
  type TunnelTarget,
  tunnelTargetOf,
} from './target.ts'
import { Tunnel, type TunnelNeeds } from './tunnel.ts'

type Needs = {
  /** Null when players connect to containers directly. */
  targets: RelayTargets | null
  /** Null when nothing is recorded. */
  recorder: Recorder | null
  clock: Clock
  /** Through which containers are reached, as in `openThrough`; null: directly. */
  gate(): Promise<string | null>
  /** Null when it is unknown. */
  addressOf(request: IncomingMessage): string | null
  countedAs?(address: string): string
  timesAt?(address: string): number
  crowded?(address: string): void
  refuse(request: IncomingMessage, socket: Socket, error: unknown): void
  report(error: unknown): void
  limits?: Partial<RelayLimits>
}

export type Relay = {
  /** False, with the socket untouched, for other requests. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean
  readonly open: number
  readonly bytes: number
  /** Bytes that wait for clients and containers that do not read. */
  readonly stalled: number
  close(deadlineMs?: number): Promise<void>
}

type Client = { wanted: TunnelTarget; request: IncomingMessage; socket: Socket; head: Buffer }

const landingBytes = 64 * 1024
const spareBuffers = 16

export const createRelay = (needs: Needs): Relay => {
  const { targets, recorder, clock, report } = needs
  const limits = { ...defaultLimits, ...needs.limits }
  const connections = new OpenConnections(limits.connectionsPerContainer)
  const connectionCounts = new ConnectionCounts(limits.connectionsPerAddress)
  const backlog = new Backlog(limits.stalledBytes)
  const tunnels = new Set<Tunnel>()
  // Shared: its content is sent on before anything else arrives.
  const landing = Buffer.allocUnsafeSlow(landingBytes)
  let bytes = 0
  let closing = false
  let emptied = (): void => undefined

  const tunnelNeeds: TunnelNeeds = {
    limits,
    backlog,
    releaseBuffer: createReleaseBuffer(),
    bufferPool: new BufferPool(landingBytes, spareBuffers),
    now: () => clock.now(),
    relayed(count) {
      bytes += count
    },
  }

  const looking = setInterval(() => {
    const now = clock.now()
    for (const tunnel of tunnels) tunnel.tend(now)
  }, limits.lookEveryMs).unref()

  const stopListening = targets?.onGone((id) => {
    for (const connection of connections.of(id)) connection.leave(new Problem('instance.notFound'))
    recorder?.finish(id).catch(report)
  })

  const find = async ({ wanted, request }: Client): Promise<RelayTarget> => {
    if (targets === null) throw new Problem('proxy.off')
    const target = await targets.find(wanted.id, wanted.kind, needs.addressOf(request))
    if (target === null) throw new Problem('instance.notFound')
    return target
  }

  const release = (id: string, connection: TunnelConnection): void => {
    connections.release(id, connection)
    if (connections.size === 0) emptied()
  }

  const record = ({ request }: Client, found: RelayTarget, target: Socket): Recording | null =>
    found.capture === null || recorder === null
      ? null
      : recorder.begin(found, found.capture, needs.addressOf(request) ?? '::', endpointOf(target, found))

  const join = (client: Client, found: RelayTarget, target: Socket, opening: TunnelConnection): Tunnel => {
    const tunnel = new Tunnel(tunnelNeeds, {
      client: client.socket,
      target,
      recording: record(client, found, target),
      clientLeft: (one) => connections.free(found.id, one),
      closed(one) {
        tunnels.delete(one)
        release(found.id, one)
      },
    })
    tunnels.add(tunnel)
    // Replaces the placeholder, because there may be no other room.
    connections.release(found.id, opening)
    connections.take(found.id, tunnel)
    return tunnel
  }

  const expectRoom = ({ request, socket }: Client): void => {
    const address = needs.addressOf(request) ?? ''
    const network = needs.countedAs?.(address) ?? address
    const leave = connectionCounts.enter(network, needs.timesAt?.(address))
    if (leave === null) {
      needs.crowded?.(address)
      throw tooManyFromAddress()
    }
    socket.once('close', leave)
  }

  // Takes the slot before it dials, so that concurrent clients never exceed the limit.
  const open = async (client: Client, found: RelayTarget, key: string): Promise<void> => {
    const { socket, head } = client
    const limit = limits.connectionsPerContainer
    const broken = new AbortController()
    const opening: TunnelConnection = { leave: (reason) => broken.abort(reason) }
    const abandoned = (): void => broken.abort(new Problem('request.malformed'))
    if (closing || connections.size >= limits.connections) throw unavailable()
    expectRoom(client)
    if (!connections.take(found.id, opening)) throw new Problem('proxy.tooManyConnections', { limit })
    socket.once('close', abandoned)
    try {
      let hear = (_piece: Buffer): void => undefined
      const target = await dial(found, await needs.gate(), {
        limitMs: limits.connectMs,
        signal: broken.signal,
        landing,
        heard: (piece) => hear(piece),
      })
      if (broken.signal.aborted) {
        target.destroy()
        throw broken.signal.reason
      }
      const tunnel = join(client, found, target, opening)
      hear = (piece) => tunnel.fromTarget(piece)
      socket.setTimeout(0).setNoDelay(true).setKeepAlive(true, keepAliveMs)
      socket.write(accepted(key))
      if (head.length > 0) tunnel.fromClient(head)
    } finally {
      socket.off('close', abandoned)
      release(found.id, opening)
    }
  }

  const answer = async (client: Client): Promise<void> => {
    const found = await find(client)
    const key = keyOf(client.request)
    if (key === null) throw new Problem('request.malformed')
    if (!client.socket.destroyed) await open(client, found, key)
  }

  const stop = async (deadlineMs: number): Promise<void> => {
    closing = true
    stopListening?.()
    for (const connection of connections.all()) connection.leave(unavailable())
    const timer = setTimeout(() => {
      for (const tunnel of tunnels) tunnel.kill()
    }, deadlineMs)
    await new Promise<void>((resolve) => {
      emptied = resolve
      if (connections.size === 0) resolve()
    })
    clearTimeout(timer)
    clearInterval(looking)
  }
  let stopped: Promise<void> | null = null

  return {
    upgrade(request, socket, head) {
      const wanted = wantsWebSocket(request) ? tunnelTargetOf(request.url ?? '') : null
      if (wanted === null) return false
      // 'close' follows every error.
      socket.on('error', () => undefined)
      answer({ wanted, request, socket, head }).catch((error: unknown) => {
        if (!(error instanceof Problem)) report(error)
        if (!socket.destroyed) needs.refuse(request, socket, error)
      })
      return true
    },
    get open() {
      return connections.size
    },
    get bytes() {
      return bytes
    },
    get stalled() {
      return backlog.bytes
    },
    close(deadlineMs = limits.farewellMs) {
      stopped ??= stop(deadlineMs)
      return stopped
    },
  }
}

const keepAliveMs = 60_000

const tooManyFromAddress = (): Problem => new Problem('request.tooMany', { seconds: 60 })

const unavailable = (): Problem => new Problem('server.unavailable', {}, { retryAfter: 5 })
