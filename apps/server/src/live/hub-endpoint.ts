import { randomBytes } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { HubName } from './admission.ts'
import { Connection, type ConnectionNeeds } from './connection.ts'
import { openEventStream } from './event-stream.ts'
import { LongPoll } from './long-poll.ts'
import type { Origin, Registry } from './registry.ts'
import * as request from './request.ts'
import type { HubRefusal, Target } from './request.ts'
import type { Tickets } from './ticket.ts'
import type { Transport, TransportEvents, TransportKind } from './transport.ts'
import { openWebSocket } from './websocket.ts'

export type HubEndpointNeeds = {
  connection: ConnectionNeeds
  registry: Registry
  tickets: Tickets
  originAllowed: (req: IncomingMessage) => boolean
  addressOf: (req: IncomingMessage) => string
  countedAs: (address: string) => string
  timesAt: (address: string) => number
  crowded: (address: string) => void
  isAnonymous: (req: IncomingMessage, hub: HubName) => boolean
  secureOf: (req: IncomingMessage) => boolean
}

const foreign: HubRefusal = { status: 403, title: 'Requests from other sites are not allowed.' }
const noId: HubRefusal = { status: 400, title: 'The connection id is missing.' }
const unknown: HubRefusal = { status: 404, title: 'There is no connection with this id.' }
const taken: HubRefusal = { status: 409, title: 'This connection is in use already.' }
const otherTransport: HubRefusal = { status: 400, title: "A connection can't change its transport." }
const tooLarge: HubRefusal = {
  status: 413,
  title: 'The message is too large.',
  headers: { Connection: 'close' },
}
const noUpgrade: HubRefusal = { status: 400, title: 'This is not a valid WebSocket request.' }
const stopping: HubRefusal = {
  status: 503,
  title: 'The server is stopping.',
  headers: { 'Retry-After': '5' },
}
const full: HubRefusal = {
  status: 503,
  title: 'The server has too many connections.',
  headers: { 'Retry-After': '30' },
}
const crowded: HubRefusal = {
  status: 429,
  title: 'There are too many connections from your address.',
  headers: { 'Retry-After': '60' },
}

const availableTransports = [
  { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
  { transport: 'ServerSentEvents', transferFormats: ['Text'] },
  { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
]

export class HubEndpoint {
  private readonly needs: HubEndpointNeeds
  private readonly webSockets: WebSocketServer
  private shut = false

  constructor(needs: HubEndpointNeeds) {
    this.needs = needs
    this.webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: needs.connection.limits.messageBytes,
      handleProtocols: () => false,
    })
    this.webSockets.on('wsClientError', (_error, socket) => refuse(socket, noUpgrade))
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const target = request.readTarget(req.url ?? '')
    if (target === null) return false
    const refusal = this.needs.originAllowed(req) ? await this.serve(req, res, target) : foreign
    if (refusal !== null) request.answerRefusal(res, refusal)
    return true
  }

  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const target = request.readTarget(req.url ?? '')
    if (target === null) return false
    const refusal = this.needs.originAllowed(req) ? this.objection(req, target, 'WebSockets') : foreign
    if (refusal !== null) {
      refuse(socket, refusal)
      return true
    }
    this.webSockets.handleUpgrade(req, socket, head, (ws) => {
      const { bufferBytes } = this.needs.connection.limits
      this.enter(req, target, (events) => openWebSocket(ws, socket, bufferBytes, events))
    })
    return true
  }

  close(): void {
    this.shut = true
    this.webSockets.close()
  }

  private async serve(req: IncomingMessage, res: ServerResponse, target: Target): Promise<HubRefusal | null> {
    if (target.negotiate) return req.method === 'POST' ? await this.negotiate(req, res, target) : only('POST')
    if (!target.query.get('id')) return isMethod(req.method) ? noId : only('GET, POST, DELETE')
    switch (req.method) {
      case 'GET':
        return this.listen(req, res, target)
      case 'POST':
        return await this.receive(req, res, target)
      case 'DELETE':
        return this.dismiss(res, target)
      default:
        return only('GET, POST, DELETE')
    }
  }

  private async negotiate(
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
  ): Promise<HubRefusal | null> {
    const body = await request.readBody(req, this.needs.connection.limits.messageBytes)
    if (body === 'too large') return tooLarge
    const version = Number(target.query.get('negotiateversion') ?? 0)
    if (!Number.isInteger(version) || version < 0) {
      request.answerJson(res, { error: 'The negotiation version is not supported.' })
      return null
    }
    const refusal = this.refusal(req, target)
    if (refusal !== null) return refusal
    const ticket = this.needs.tickets.issue(target.hub)
    request.answerJson(
      res,
      version === 0
        ? { negotiateVersion: 0, connectionId: ticket, availableTransports }
        : {
            negotiateVersion: 1,
            connectionId: randomBytes(16).toString('base64url'),
            connectionToken: ticket,
            availableTransports,
          },
    )
    return null
  }

  private listen(req: IncomingMessage, res: ServerResponse, target: Target): HubRefusal | null {
    const streams = req.headers.accept?.includes('text/event-stream') === true
    const token = target.query.get('id') ?? ''
    const transport = this.find(target)?.transport
    if (transport instanceof LongPoll && !streams) {
      transport.take(res)
      return null
    }
    // This is how a poll learns that its connection has ended.
    if (!streams && this.needs.registry.isSpent(token)) {
      request.answerEmpty(res, 204)
      return null
    }
    const refusal = this.objection(req, target, streams ? 'ServerSentEvents' : 'LongPolling')
    if (refusal !== null) return refusal
    const { limits, timerWheel } = this.needs.connection
    if (streams) {
      this.enter(req, target, (events) => openEventStream(res, limits.bufferBytes, events))
    } else {
      this.enter(req, target, (events) => new LongPoll(limits, () => timerWheel.time, events))
      // The first poll only opens the connection.
      request.answerEmpty(res, 200)
    }
    return null
  }

  private async receive(
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
  ): Promise<HubRefusal | null> {
    // The body first, so that the answer never overtakes the request and the line stays free.
    const body = await request.readBody(req, this.needs.connection.limits.messageBytes)
    if (body === 'cut off') return null
    const connection = this.find(target)
    if (connection === null) return unknown
    if (connection.transport.kind === 'WebSockets') return only('GET')
    if (body === 'too large') {
      connection.close({ error: tooLarge.title })
      return tooLarge
    }
    connection.receive(body)
    request.answerEmpty(res, 200)
    return null
  }

  private dismiss(res: ServerResponse, target: Target): HubRefusal | null {
    const connection = this.find(target)
    if (connection === null) return unknown
    if (connection.transport.kind !== 'LongPolling') {
      return { status: 400, title: 'Only long polling ends with DELETE.' }
    }
    connection.abort()
    request.answerEmpty(res, 202)
    return null
  }

  private find(target: Target): Connection | null {
    const connection = this.needs.registry.find(target.query.get('id') ?? '')
    return connection?.request.hub === target.hub ? connection : null
  }

  private objection(req: IncomingMessage, target: Target, kind: TransportKind): HubRefusal | null {
    if (target.negotiate) return noUpgrade
    const token = target.query.get('id')
    // A WebSocket may skip negotiation.
    if (token) {
      const existing = this.find(target)
      if (existing !== null) return existing.transport.kind === kind ? taken : otherTransport
      if (this.needs.registry.isSpent(token) || !this.needs.tickets.valid(target.hub, token)) return unknown
    }
    return this.refusal(req, target)
  }

  private refusal(req: IncomingMessage, target: Target): HubRefusal | null {
    if (this.shut) return stopping
    const overload = this.needs.registry.overload(this.originOf(req, target))
    if (overload === null) return null
    if (overload === 'everywhere') return full
    this.needs.crowded(this.needs.addressOf(req))
    return crowded
  }

  private originOf(req: IncomingMessage, { hub }: Target): Origin {
    const { addressOf, countedAs, timesAt, isAnonymous } = this.needs
    const address = addressOf(req)
    return { network: countedAs(address), times: timesAt(address), anonymous: isAnonymous(req, hub) }
  }

  private enter(req: IncomingMessage, target: Target, open: (events: TransportEvents) => Transport): void {
    const { addressOf, secureOf, connection, registry, tickets } = this.needs
    const caller = { address: addressOf(req), secure: secureOf(req) }
    const admission = request.readAdmissionRequest(req, target, caller)
    const token = target.query.get('id') || tickets.issue(target.hub)
    registry.add(new Connection(connection, token, admission, open), this.originOf(req, target))
  }
}

function isMethod(method: string | undefined): boolean {
  return method === 'GET' || method === 'POST' || method === 'DELETE'
}

function only(methods: string): HubRefusal {
  return { status: 405, title: 'The method is not allowed here.', headers: { Allow: methods } }
}

function refuse(socket: Duplex, refusal: HubRefusal): void {
  request.refuseUpgrade(socket, STATUS_CODES[refusal.status] ?? 'Error', refusal)
}
