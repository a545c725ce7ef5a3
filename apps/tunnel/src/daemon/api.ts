import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopbackHost } from '../link/local-address.ts'
import { pathWithoutKey } from '../owner/key.ts'
import type { PeerOf } from '../owner/peer.ts'
import { empty, text, type Answer } from './answer.ts'
import { dropRest, readBody } from './body.ts'
import { corsHeaders } from './cors.ts'
import type { Route } from './routes.ts'

type Needs = {
  routes: ReadonlyMap<string, Route>
  isAllowed(host: string): boolean
  peerOf: PeerOf
  onStranger(): void
  /** Prefix of every path; null where none is needed. */
  key: string | null
  program: string
  onFault(error: unknown): void
}

const maxConnections = 256
const requestMs = 15_000
/** Short, since the number of connections is limited. */
const strangerMs = 1_000

export const createApi = ({
  routes,
  isAllowed,
  peerOf,
  onStranger,
  key,
  program,
  onFault,
}: Needs): Server => {
  const strangers = new WeakSet<Socket>()
  const answer = async (
    request: IncomingMessage,
    path: string | null,
    route: Route | undefined,
  ): Promise<Answer> => {
    const { method = '', headers } = request
    if (strangers.has(request.socket))
      return text(403, 'This tunnel belongs to another user of this computer')
    if (!isLoopbackHost(headers.host)) return text(403, 'This address is for this machine alone')
    if (path === null) return text(403, 'This tunnel has a key: enter the whole address that it printed')
    if (route === undefined) return empty(404)
    if (method === 'OPTIONS') return empty(200)
    const handler = route.methods[method === 'HEAD' ? 'GET' : method]
    if (handler === undefined) return empty(405, { allow: allowedMethods(route) })
    const body = await readBody(request)
    if (body === null) return text(413, 'length limit exceeded')
    return handler({ origin: headers.origin ?? '', body })
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [asked = ''] = (request.url ?? '').split('?')
    const path = key === null ? asked : pathWithoutKey(key, asked)
    const route = path === null ? undefined : routes.get(path)
    const { status, headers, body } = await answer(request, path, route).catch((error: unknown) => {
      onFault(error)
      return text(500, 'internal error of the tunnel')
    })
    const rest = isRead(request) ? null : request
    response.writeHead(status, {
      ...headers,
      ...corsHeaders({
        readers: route?.readers ?? 'everybody',
        headers: request.headers,
        preflight: request.method === 'OPTIONS',
        isAllowed,
      }),
      server: program,
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
      ...(rest === null && !strangers.has(request.socket) ? {} : { connection: 'close' }),
    })
    if (rest !== null) {
      response.flushHeaders()
      response.write(body)
      await dropRest(rest)
      return void response.end()
    }
    response.end(body)
  }

  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 2 },
    (request, response) => void serve(request, response),
  )
  server.maxConnections = maxConnections
  // Once per connection, however many requests it carries.
  server.on('connection', (socket: Socket) => {
    const peer = key === null ? peerOf(socket) : 'unknown'
    if (peer === 'own' || peer === 'unknown') return
    strangers.add(socket)
    const timer = setTimeout(() => socket.destroy(), strangerMs)
    socket.once('close', () => clearTimeout(timer))
    onStranger()
  })
  return server
}

const allowedMethods = ({ methods }: Route): string => [...Object.keys(methods), 'OPTIONS'].join(', ')

const isRead = ({ complete, headers }: IncomingMessage): boolean =>
  complete || (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
