import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Live, LiveAccess } from './live.ts'
import { Access } from './access.ts'
import type { HubName } from './admission.ts'
import type { Connection, ConnectionNeeds } from './connection.ts'
import { HubEndpoint } from './hub-endpoint.ts'
import { Fanout } from './fanout.ts'
import { defaultLimits, type HubsOptions } from './options.ts'
import { sameOrigin } from './origin.ts'
import { Pushes } from './push.ts'
import { Quiet } from './quiet.ts'
import { Registry } from './registry.ts'
import { readTarget } from './request.ts'
import { Tickets } from './ticket.ts'
import type { TransportKind } from './transport.ts'
import { byInterval, TimerWheel } from './timer-wheel.ts'

export type Hubs = Live &
  LiveAccess & {
    serves(url: string): boolean
    /** False for other paths. The body must not have been read. */
    handle(req: IncomingMessage, res: ServerResponse): Promise<boolean>
    /** False for other paths, with the socket untouched. */
    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean
    stats(): HubStats
    /** Lets nobody in anymore, and closes the connections evenly over `ms`, so that they don't all return at once. */
    drain(ms: number): void
    close(deadlineMs?: number): Promise<void>
  }

export type HubStats = {
  hubs: Record<HubName, number>
  transports: Record<TransportKind, number>
  /** Clients dropped since the start because they did not read. */
  slow: number
}

const drainStepMs = 100

export function createHubs(options: HubsOptions): Hubs {
  const limits = { ...defaultLimits, ...options.limits }
  const schedule = options.schedule ?? byInterval
  const report = options.report ?? (() => {})
  const timerWheel = new TimerWheel(options.clock, schedule)
  const registry = new Registry(limits)
  const fanout = new Fanout<Connection>()
  const quiet = new Quiet(options.monotonicNow ?? (() => performance.now()))
  const { bus, admit } = options
  const access = new Access({
    ...{ admit, fanout, report },
    // Messages of other processes may be on their way.
    quietOf: (rooms) => (bus.connected && bus.isCurrent ? quiet.of(rooms) : 0),
  })
  let slow = 0
  const connection: ConnectionNeeds = {
    limits,
    timerWheel,
    seek: (seeker) => void access.seek(seeker).catch(report),
    left: (leaver) => access.leave(leaver),
    gone: (gone) => registry.remove(gone),
    slow: () => slow++,
  }
  const endpoint = new HubEndpoint({
    connection,
    registry,
    tickets: new Tickets(options.secret ?? randomBytes(32), options.clock, limits.ticketMs),
    originAllowed: options.originAllowed ?? ((req) => sameOrigin(req)),
    secureOf: options.secureOf ?? (() => false),
    addressOf: options.addressOf ?? ((req) => req.socket.remoteAddress ?? ''),
    countedAs: options.countedAs ?? ((address) => address),
    timesAt: options.timesAt ?? (() => 1),
    crowded: options.crowded ?? (() => undefined),
    isAnonymous: options.isAnonymous ?? (() => false),
  })
  const pushes = new Pushes({ bus, access, fanout, quiet, report })
  const forgetEvery = 4 * limits.ticketMs
  const forgetting = {
    onTimer(now: number): number {
      registry.forgetSpent()
      return now + forgetEvery
    },
  }
  timerWheel.put(forgetting, forgetEvery)

  let stopDraining = (): void => undefined
  const drain = (ms: number): void => {
    endpoint.close()
    const connections = registry.all()
    const begun = options.clock.now()
    let closed = 0
    stopDraining = schedule(() => {
      const due = ((options.clock.now() - begun) / ms) * connections.length
      for (; closed < Math.min(due, connections.length); closed++)
        connections[closed]?.close({ allowReconnect: true })
    }, drainStepMs)
  }

  const stop = async (deadlineMs: number): Promise<void> => {
    stopDraining()
    endpoint.close()
    fanout.flush()
    pushes.close()
    for (const each of registry.all()) each.close({ allowReconnect: true })
    const timer = setTimeout(() => {
      for (const each of registry.all()) each.abort()
    }, deadlineMs)
    await registry.empty()
    clearTimeout(timer)
    timerWheel.stop()
  }
  let stopped: Promise<void> | null = null

  return {
    toPlayers: (gameId, event, payload) => pushes.toPlayers(gameId, event, payload),
    toPlayersHere: (gameId, event, payload, isNews) => pushes.toPlayersHere(gameId, event, payload, isNews),
    playersHere: (gameId) => pushes.playersHere(gameId),
    toMonitorsHere: (gameId, event, payload) => pushes.toMonitorsHere(gameId, event, payload),
    toTeam: (gameId, participationId, event, payload) =>
      pushes.toTeam(gameId, participationId, event, payload),
    toTeamHere: (gameId, participationId, event, payload) =>
      pushes.toTeamHere(gameId, participationId, event, payload),
    toMonitors: (gameId, event, payload) => pushes.toMonitors(gameId, event, payload),
    allToMonitorsHere: (gameId, messages) => pushes.allToMonitorsHere(gameId, messages),
    toAdmins: (event, payload) => pushes.toAdmins(event, payload),
    allToAdminsHere: (messages) => pushes.allToAdminsHere(messages),
    recheck: (subject) => pushes.recheck(subject),
    recheckGame: (gameId) => pushes.recheckGame(gameId),
    drop: (subject) => pushes.drop(subject),
    serves: (url) => readTarget(url) !== null,
    handle: (req, res) => endpoint.handle(req, res),
    upgrade: (req, socket, head) => endpoint.upgrade(req, socket, head),
    stats: () => ({ ...registry.counts(), slow }),
    drain,
    close(deadlineMs = 3_000): Promise<void> {
      stopped ??= stop(deadlineMs)
      return stopped
    },
  }
}
