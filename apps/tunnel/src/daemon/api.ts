import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { empty, text, type Answer } from './answer.ts'
import { readBody } from './body.ts'
import { corsHeaders } from './cors.ts'
import { isLoopbackHost } from './loopback-host.ts'
import type { Route } from './routes.ts'

type Needs = {
  routes: ReadonlyMap<string, Route>
  isAllowed(host: string): boolean
  /** Tells a second start who has the port. */
  program: string
  onFault(error: unknown): void
}

const maxConnections = 256
const requestMs = 15_000

/** What pages talk to. Every answer, refusals too, says who may read it. */
export const createApi = ({ routes, isAllowed, program, onFault }: Needs): Server => {
  const answer = async (request: IncomingMessage, route: Route | undefined): Promise<Answer> => {
    const { method = '', headers } = request
    if (!isLoopbackHost(headers.host)) return text(403, 'This address is for this machine alone')
    if (route === undefined) return empty(404)
    if (method === 'OPTIONS') return empty(200)
    const handler = route.methods[method === 'HEAD' ? 'GET' : method]
    if (handler === undefined) return empty(405, { allow: allowedMethods(route) })
    const body = await readBody(request)
    if (body === null) return text(413, 'length limit exceeded')
    return handler({ origin: headers.origin ?? '', body })
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?')
    const route = routes.get(path)
    const { status, headers, body } = await answer(request, route).catch((error: unknown) => {
      onFault(error)
      return text(500, 'the tunnel has a fault of its own')
    })
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
      ...(isRead(request) ? {} : { connection: 'close' }),
    })
    response.end(body)
  }

  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 2 },
    (request, response) => void serve(request, response),
  )
  server.maxConnections = maxConnections
  return server
}

const allowedMethods = ({ methods }: Route): string => [...Object.keys(methods), 'OPTIONS'].join(', ')

const isRead = ({ complete, headers }: IncomingMessage): boolean =>
  complete || (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
