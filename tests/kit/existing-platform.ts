import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as ask,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'

const ours = [
  'GET /api/account/session',
  'GET /api/setup',
  'POST /api/setup',
  'GET /api/game/*/challenges/*/attempts',
  'GET /api/game/*/overview',
  'GET /api/game/*/participations/*/traces',
  'GET /api/edit/games/*/challenges/*/container/log',
  'PUT /api/edit/games/*/challenges',
  'PUT /api/edit/games/*/participations',
  'POST /api/edit/games/*/challenges/updateaccepted',
  'POST /api/edit/games/*/copy',
  'DELETE /api/admin/users/*/sessions',
  'GET /api/admin/instances/provider',
  'GET /api/admin/instances/*/log',
  'POST /api/admin/instances/*/extend',
  'GET /api/admin/outbox',
  'DELETE /api/admin/outbox/*',
  'GET /api/admin/status',
  'POST /api/admin/status/*',
  'GET /api/tunnel/download',
].map((line) => {
  const [method = '', path = ''] = line.split(' ')
  return { method, path: new RegExp(`^${path.replaceAll('*', '[^/]+')}$`, 'i') }
})
const questions = ['count', 'skip', 'limit', 'hint', 'level', 'type', 'hidecontainer', 'filename', 'delete']
const members = new Set([
  'version',
  'enableAtUtc',
  'lacks',
  'code',
  'field',
  'holders',
  'references',
  'uploadTime',
])
const ids = new Set(['id', 'teamId', 'participationId', 'userId', 'challengeId'])
const entries = /^\/api\/game\/\d+\/(events|submissions)$/i

export type ExistingPlatform = {
  origin: string
  vain: string[]
  close(): Promise<void>
}

/** Without the extensions. Unknown paths get a page, or 405 for any method but GET. */
export const openExistingPlatform = async (server: string): Promise<ExistingPlatform> => {
  const vain: string[] = []
  const proxy = createServer((request, response) => {
    const method = request.method ?? ''
    const { pathname } = new URL(request.url ?? '/', server)
    if (!pathname.startsWith('/api/')) return forward(server, request, response)
    if (!ours.some((one) => one.method === method && one.path.test(pathname)))
      return forward(server, request, response, pathname)
    vain.push(`${method} ${pathname}`)
    request.resume()
    if (method !== 'GET') return response.writeHead(405).end()
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>CTF</title>')
  })
  proxy.on('upgrade', (request, socket, first) => {
    const { hostname, port } = new URL(server)
    const upstream = connect(Number(port), hostname)
    const { rawHeaders: raw } = request
    const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []))
    upstream.write([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    upstream.write(first)
    upstream.pipe(socket).pipe(upstream)
    for (const [end, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      end.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    vain,
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

const forward = (
  server: string,
  request: IncomingMessage,
  response: ServerResponse,
  apiPath?: string,
): void => {
  const url = new URL(request.url ?? '/', server)
  const headers = { ...request.headers }
  if (apiPath !== undefined) {
    for (const name of [...url.searchParams.keys()])
      if (!questions.includes(name.toLowerCase())) url.searchParams.delete(name)
    delete headers['if-match']
    headers['accept-encoding'] = 'identity'
  }
  const upstream = ask(url, { method: request.method, headers }, (answer) => {
    const pass = (): unknown =>
      apiPath === undefined
        ? answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers))
        : plain(answer, response, apiPath)
    void Promise.resolve(pass()).catch(() => response.destroy())
  })
  upstream.on('error', () => response.destroy())
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

const plain = async (answer: IncomingMessage, response: ServerResponse, path: string): Promise<unknown> => {
  const sent: OutgoingHttpHeaders = { ...answer.headers }
  delete sent['x-total-count']
  if (path.startsWith('/api/edit/')) delete sent['etag']
  const status = answer.statusCode ?? 0
  if (answer.headers['content-type']?.includes('json') !== true)
    return answer.pipe(response.writeHead(status, sent))
  const isEntry = entries.test(path)
  const json = JSON.parse((await text(answer)) || 'null', (name, value: unknown) =>
    members.has(name) || (isEntry && ids.has(name)) ? undefined : value,
  ) as unknown
  // The length of the body has changed.
  delete sent['content-length']
  delete sent['transfer-encoding']
  return response.writeHead(status, sent).end(JSON.stringify(json))
}
