import { randomBytes } from 'node:crypto'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net'

type Scope = { host: string; name: string; state: 'pending' | 'allowed'; features: string[] }
type Instance = {
  origin: string
  label: string
  remote: string
  local: string
  latency: number
  port: TcpServer
}

/**
 * Like another tunnel in use: a bare version, refusals in plain text, 403 for an unknown scope, no check of
 * the caller. Its ports lead nowhere.
 */
export type FakeTunnel = {
  api: string
  version: unknown
  refusals: Map<string, { status: number; text: string }[]>
  scopes: Map<string, Scope>
  calls: string[]
  allow(origin: string): void
  remove(origin: string): void
  latency: number
  close(): Promise<void>
}

const vary = 'origin, access-control-request-method, access-control-request-headers'
const methods: Record<string, string[]> = {
  '/version': ['GET'],
  '/connect': ['GET', 'POST', 'PATCH'],
  '/pool': ['GET', 'POST', 'DELETE'],
  '/popup': ['POST'],
}
const isOpen = (path: string): boolean => path === '/version' || path === '/connect'

export const openFakeTunnel = async (port = 0): Promise<FakeTunnel> => {
  const scopes = new Map<string, Scope>()
  const instances: Instance[] = []

  const corsHeaders = (path: string, origin: string, preflight: boolean): Record<string, string> => {
    if (methods[path] === undefined) return {}
    const known = [...scopes.keys()].some((host) => origin.endsWith(host))
    const allowed = isOpen(path) ? '*' : known ? origin : null
    return {
      vary,
      ...(allowed === null ? {} : { 'access-control-allow-origin': allowed }),
      ...(preflight
        ? {
            'access-control-allow-methods': isOpen(path) ? 'POST' : 'GET,POST,PATCH,DELETE',
            'access-control-allow-headers': '*',
          }
        : {}),
    }
  }

  const ask = (origin: string, body: string): Answer => {
    if (scopes.has(origin)) return [202]
    const { name, features } = readJson(body) ?? {}
    scopes.set(origin, {
      host: origin,
      name: typeof name === 'string' && name !== '' ? name : origin,
      state: 'pending',
      features: Array.isArray(features) ? features.map(String) : ['basic'],
    })
    return [200]
  }

  const open = async (origin: string, body: string): Promise<Answer> => {
    const { label, remote, local } = readJson(body) ?? {}
    if (typeof remote !== 'string' || typeof local !== 'string')
      return [422, 'Failed to deserialize the JSON body into the target type: missing field `remote`']
    const [host = '', number] = local.split(':')
    if (number === undefined) return [400, 'failed to parse from address']
    const tcp = createServer((socket) => void socket.destroy())
    await new Promise<void>((resolve) => tcp.listen(Number(number), host, resolve))
    const real = `${host}:${(tcp.address() as AddressInfo).port}`
    let instance = instances.find((one) => one.origin === origin && one.remote === remote)
    if (instance !== undefined) tcp.close()
    else {
      const name = typeof label === 'string' ? label : `inst-${randomBytes(4).toString('hex')}`
      instance = { origin, label: name, remote, local: real, latency: -1, port: tcp }
      instances.push(instance)
    }
    const { port: _, origin: scope_host, ...facts } = instance
    return [200, JSON.stringify({ ...facts, scope_host })]
  }

  const close = (origin: string, body: string): Answer => {
    const local = readJson(body)?.['local']
    const at = instances.findIndex((one) => one.local === local)
    if (at === -1) return [400, `Tunnel ${String(local)} not found`]
    if (instances[at]?.origin !== origin) return [400, `Tunnel ${String(local)} not found in scope ${origin}`]
    instances.splice(at, 1)[0]?.port.close()
    return [200]
  }

  const list = (origin: string): Answer => [
    200,
    JSON.stringify(
      instances
        .filter((one) => one.origin === origin)
        .map(({ label, remote, local }) => ({
          ...{ label, remote, local, from: local, to: remote },
          latency: fakeTunnel.latency,
        })),
    ),
  ]

  const answer = (method: string, path: string, origin: string, body: string): Answer | Promise<Answer> => {
    const [refusal] = fakeTunnel.refusals.get(`${method} ${path}`)?.splice(0, 1) ?? []
    if (refusal !== undefined) return [refusal.status, refusal.text]
    const scope = scopes.get(origin)
    switch (`${method} ${path}`) {
      case 'GET /version':
        return [200, JSON.stringify(fakeTunnel.version)]
      case 'GET /connect':
        return scope === undefined
          ? [403, `Scope ${origin} not found`]
          : [scope.state === 'pending' ? 201 : 202]
      case 'POST /connect':
        return ask(origin, body)
      case 'GET /pool':
        return list(origin)
      case 'POST /pool':
        return open(origin, body)
      case 'DELETE /pool':
        return close(origin, body)
      case 'POST /popup':
        return [200]
      default:
        return [methods[path] === undefined ? 404 : 405]
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { origin = '' } = headers
    const preflight = method === 'OPTIONS'
    if (!preflight) fakeTunnel.calls.push(`${method} ${url}`)
    const [status, text = ''] = preflight
      ? ([200] as const)
      : await answer(method, url, origin, Buffer.concat(chunks).toString())
    const isJson = status === 200 && text !== ''
    response.writeHead(status, {
      ...corsHeaders(url, origin, preflight),
      ...(text === '' ? {} : { 'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8' }),
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  }

  const server: Server = createHttpServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const closeInstances = (gone: (instance: Instance) => boolean): void => {
    for (const instance of instances.filter(gone)) {
      instance.port.close()
      instances.splice(instances.indexOf(instance), 1)
    }
  }

  const fakeTunnel: FakeTunnel = {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    version: '0.5.17',
    refusals: new Map(),
    scopes,
    calls: [],
    latency: -1,
    allow(origin) {
      const scope = scopes.get(origin)
      if (scope === undefined) throw new Error(`${origin} has not asked`)
      scope.state = 'allowed'
    },
    remove(origin) {
      scopes.delete(origin)
      closeInstances((one) => one.origin === origin)
    },
    async close() {
      closeInstances(() => true)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fakeTunnel
}

type Answer = readonly [status: number, text?: string]

/** That tunnel ignores faults in a request for permission. */
const readJson = (body: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
