import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Server } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type ApiCall, handle, type Plain, refused } from './fake-kubernetes-api.ts'
import { type FakeNode, startNode } from './fake-kubernetes-node.ts'
import { createNodePorts, type NodePorts } from './fake-kubernetes-ports.ts'
import type { Rights } from './fake-kubernetes-rights.ts'
import { ObjectStore, type Stored } from './fake-kubernetes-store.ts'
import { streamWatch } from './fake-kubernetes-watch.ts'

/** Refuses what the published API doesn't know or an API server would refuse. Services really run. */
export type FakeKubernetes = {
  readonly port: number
  readonly store: ObjectStore
  readonly node: FakeNode
  readonly ports: NodePorts
  token: string
  readonly calls: string[]
  readonly paths: string[]
  readonly connections: number
  /** Null allows everything. */
  rights: Rights | null
  quota: number
  fault: (call: ApiCall) => KubernetesFault | null
  once(call: string, fault: KubernetesFault): void
  left(): string[]
  kubeConfig(more?: { server?: string; token?: string }): string
  objects(collection: string): Stored[]
  addNamespace(name: string, phase?: string): void
  cut(): void
  away(): Promise<void>
  back(): Promise<void>
  close(): Promise<void>
}

export type KubernetesFault =
  | { status: number; reason?: string; message?: string; retryAfter?: number; text?: string }
  | 'drop'
  | 'lose'
  | 'cut'
  | 'hang'

export async function startFakeKubernetes(tls?: { key: string; cert: string }): Promise<FakeKubernetes> {
  const store = new ObjectStore()
  const node = startNode(store)
  const ports = createNodePorts(store)
  const accounts = new Set<string>()
  const coming = new Map<string, KubernetesFault>()
  let server = createServer()
  let port = 0
  let connections = 0

  const listen = async (): Promise<void> => {
    const onRequest = (request: IncomingMessage, response: ServerResponse): void =>
      void serve(request, response)
    server = tls ? createSecureServer(tls, onRequest) : createServer(onRequest)
    server.on('connection', () => {
      connections += 1
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = portOf(server)
  }
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const call = await callOf(request)
      fake.paths.push(request.url ?? '')
      fake.calls.push(`${call.verb} ${call.resource}`)
      const kind = `${call.verb} ${call.resource}`
      const fault = coming.get(kind) ?? fake.fault(call)
      coming.delete(kind)
      if (fault === 'hang') return
      if (fault === 'drop') return void request.socket.destroy()
      if (fault !== null && typeof fault === 'object') return send(response, failed(fault))
      if (request.headers.authorization !== `Bearer ${fake.token}`) {
        return send(response, refused(401, 'Unauthorized', 'Unauthorized'))
      }
      const answer = await handle(call, { ...fake, accounts })
      if (fault === 'lose') return void request.socket.destroy()
      if ('watch' in answer) streamWatch(store, response, answer.watch)
      else send(response, answer)
      if (fault === 'cut') setTimeout(() => response.destroy(), 20)
    } catch {
      // The client went away in the middle of its request.
      response.destroy()
    }
  }

  const fake: FakeKubernetes = {
    get port() {
      return port
    },
    store,
    node,
    ports,
    token: 'a-token.of-the.fake',
    calls: [],
    paths: [],
    get connections() {
      return connections
    },
    rights: null,
    quota: Number.POSITIVE_INFINITY,
    fault: () => null,
    once: (call, fault) => void coming.set(call, fault),
    left: () => [...coming.keys()],
    kubeConfig: (more) =>
      JSON.stringify({
        'current-context': 'here',
        contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
        clusters: [
          {
            name: 'c',
            cluster: {
              server: more?.server ?? `http://127.0.0.1:${port}`,
              'insecure-skip-tls-verify': true,
            },
          },
        ],
        users: [{ name: 'u', user: { token: more?.token ?? fake.token } }],
      }),
    objects: (collection) => store.list(collection),
    addNamespace(name, phase = 'Active') {
      const made = { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, status: { phase } }
      accounts.add(store.add('/namespaces', made).metadata.uid ?? '')
    },
    cut: () => server.closeAllConnections(),
    away: stop,
    back: listen,
    async close() {
      await stop()
      node.close()
      ports.close()
      await wait(0)
    },
  }
  await listen()
  return fake
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function callOf(request: IncomingMessage): Promise<ApiCall> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://fake')
  const method = request.method ?? ''
  const hasBody = Number(request.headers['content-length'] ?? 0) > 0
  const body: unknown = hasBody ? await json(request) : null
  const [, group = '', rest = ''] = /^\/(?:api\/v1|apis\/([a-z.0-9]+)\/v1)\/(.*)$/.exec(pathname) ?? []
  const parts = rest.split('/')
  const isInside = parts[0] === 'namespaces' && parts.length > 2
  const namespace = isInside ? (parts[1] ?? '') : null
  const [kind = '', name = null, sub] = isInside ? parts.slice(2) : parts
  const verbs: Record<string, string> = {
    GET: query.get('watch') === 'true' ? 'watch' : name === null ? 'list' : 'get',
    POST: 'create',
    PUT: 'update',
    DELETE: 'delete',
  }
  const resource = sub === undefined ? kind : `${kind}/${sub}`
  return { verb: verbs[method] ?? method, group, namespace, resource, name, query, body }
}

const failed = (fault: Exclude<KubernetesFault, string>): Plain => ({
  ...refused(fault.status, fault.reason ?? 'InternalError', fault.message ?? 'it went wrong'),
  ...(fault.text !== undefined && { text: fault.text }),
  ...(fault.retryAfter !== undefined && { headers: { 'retry-after': String(fault.retryAfter) } }),
})

function send(response: ServerResponse, answer: Plain): void {
  const body = 'text' in answer && answer.text !== undefined ? answer.text : JSON.stringify(answer.value)
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
  response.end(body)
}
