import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gateProtocol } from '../../../kit/gate.ts'
import { DaemonFault } from '../docker/fault.ts'
import { shownOf } from './answer.ts'
import { type Call, Missing, Refused } from './call.ts'
import { dialInstance, join } from './join.ts'
import type { Outgoing, Verdict } from './doors.ts'
import { judge, needsOf } from './judge.ts'
import type { Known, KnownHost, Needs, Rules } from './known.ts'

type Options = {
  socketPath: string
  rules: Rules
  look: (needs: Needs) => Promise<Known>
  describe: (host: KnownHost | null) => object
  refused: (method: string, target: string, why: string) => void
  report: (error: unknown) => void
}

const longestBody = 256 * 1024
const mostConnections = 25_000
const receiveWithinMs = 30_000

/** Doesn't listen yet. One call on each connection, so that no call hides behind another. */
export const createProxyServer = ({
  socketPath,
  rules,
  look,
  describe,
  refused,
  report,
}: Options): Server => {
  const judged = async (asked: IncomingMessage): Promise<{ verdict: Verdict; known: Known }> => {
    const { method = '', url = '', rawHeaders } = asked
    const call: Call = { method, target: url, headers: rawHeaders, body: await bodyOf(asked) }
    const known = await look(needsOf(call))
    return { verdict: judge(call, known, rules), known }
  }

  const refuse = ({ method = '', url = '' }: IncomingMessage, error: unknown): Failure => {
    const failure = failureOf(error)
    if (error instanceof Refused && !(error instanceof Missing)) refused(method, url, error.message)
    else if (failure.status === 500) report(error)
    return failure
  }

  const answer = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { verdict, known } = await judged(asked)
    if (verdict.kind === 'refuse') throw new Refused(verdict.why, verdict.status)
    if (verdict.kind === 'missing') throw new Missing(verdict.why)
    if (verdict.kind === 'dial') throw new Refused('connections need an upgrade')
    if (verdict.kind === 'describe') return reply(response, 200, { pennant: describe(known.host) })
    await pass(verdict.outgoing, response)
  }

  const pass = async (outgoing: Outgoing, response: ServerResponse): Promise<void> => {
    const said = await send(socketPath, outgoing, response)
    const { statusCode = 502, headers } = said
    if (outgoing.answer !== undefined && statusCode === 200)
      return reply(response, 200, shownOf(outgoing.answer, await json(said), rules))
    const type = headers['content-type']
    response.writeHead(statusCode, type === undefined ? {} : { 'content-type': type })
    response.flushHeaders()
    await pipeline(said, response)
  }

  const upgrade = async (asked: IncomingMessage, client: Socket, head: Buffer): Promise<void> => {
    const { verdict } = await judged(asked)
    if (verdict.kind === 'refuse') throw new Refused(verdict.why, verdict.status)
    if (verdict.kind !== 'dial') throw new Refused('only connections are upgraded')
    const instance = await dialInstance(verdict.target)
    if (client.destroyed) return void instance.destroy()
    client.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${gateProtocol}\r\n\r\n`,
    )
    if (head.length > 0) instance.write(head)
    join(client, instance)
  }

  const server = createServer({ requestTimeout: receiveWithinMs }, (asked, response) => {
    answer(asked, response).catch((error: unknown) => {
      // The caller learns that the daemon broke off by the same happening to it.
      if (response.headersSent) return void response.destroy()
      const { status, body } = refuse(asked, error)
      if (status === null) response.destroy()
      else reply(response, status, body)
    })
  })
  server.maxRequestsPerSocket = 1
  server.maxConnections = mostConnections
  server.on('upgrade', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => undefined)
    upgrade(asked, socket, head).catch((error: unknown) => {
      const { status, body } = refuse(asked, error)
      const text = JSON.stringify(body)
      socket.end(
        `HTTP/1.1 ${status ?? 503} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
      )
    })
  })
  server.on('checkContinue', (asked: IncomingMessage, response: ServerResponse) => {
    const { status, body } = refuse(asked, new Refused('the header expect has no use here'))
    reply(response, status ?? 403, body)
  })
  server.on('connect', (asked: IncomingMessage, socket: Socket) => {
    refuse(asked, new Refused('this call is not one of ours'))
    socket.destroy()
  })
  server.on('clientError', (_error, socket) => {
    refused('', '', 'this is not HTTP as we speak it')
    socket.destroy()
  })
  return server
}

const bodyOf = async (asked: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let length = 0
  // An upgrade has none.
  if (asked.headers.upgrade !== undefined) return ''
  for await (const part of asked as AsyncIterable<Buffer>) {
    length += part.length
    if (length <= longestBody) parts.push(part)
  }
  if (length > longestBody) throw new Refused('the body is too long', 413)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts))
  } catch {
    throw new Refused('the body is not UTF-8')
  }
}

const send = (
  socketPath: string,
  { method, path, body, registryAuth }: Outgoing,
  response: ServerResponse,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      ...(text === '' ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'content-length': Buffer.byteLength(text) } : {}),
      ...(registryAuth === undefined ? {} : { 'x-registry-auth': registryAuth }),
    }
    const asked = request({ socketPath, method, path, headers, agent: false }, resolve)
    asked.on('error', reject)
    // Streams have no other end.
    response.on('close', () => asked.destroy())
    asked.end(text)
  })

type Failure = { status: number | null; body: { message: string; code?: string } }

const unreachable = ['ENOENT', 'ECONNREFUSED', 'EACCES']

/** Status null: the daemon broke off, and nobody knows what it did. */
const failureOf = (error: unknown): Failure => {
  if (error instanceof Missing) return { status: error.status, body: { message: error.message } }
  if (error instanceof Refused)
    return { status: error.status, body: { message: `The Docker proxy refuses this: ${error.message}` } }
  if (!(error instanceof Error)) return { status: 500, body: { message: 'The Docker proxy failed' } }
  const cause = error instanceof DaemonFault && error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null
  const body = { message: error.message, ...(code === null ? {} : { code }) }
  if (error instanceof DaemonFault) return { status: error.status ?? 503, body }
  if (code === null) return { status: 500, body: { message: 'The Docker proxy failed' } }
  return { status: unreachable.includes(code) ? 503 : null, body }
}

const reply = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, headers).end(text)
}
