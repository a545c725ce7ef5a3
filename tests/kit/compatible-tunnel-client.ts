import type { TunnelListItem, TunnelRequest } from '@pennant/contract/tunnel'
import { callAt, scopeOf, type Reply } from './tunnel-world.ts'

type State = 'Invalid' | 'Pending' | 'Usable'

/** Sends the requests of the usual client library (`@xdsec/wsrx`) in its order, and reads answers like it. */
export type CompatibleClient = {
  readonly state: State
  connect(): Promise<void>
  tick(): Promise<void>
  sync(): Promise<void>
  add(request: TunnelRequest): Promise<Pick<TunnelListItem, 'local'>>
  delete(local: string): Promise<void>
  list(): TunnelListItem[]
}

const minimum = '0.4'

export const createCompatibleClient = (api: string, origin: string): CompatibleClient => {
  let state: State = 'Invalid'
  let instances: TunnelListItem[] = []

  // Browsers report what a page may not read as a failure.
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    if (body !== undefined) await preflight(method, path)
    return readable(await callAt(api, path, { method, body, headers: { origin } }))
  }
  const readable = (reply: Reply): Reply => {
    const readers = reply.headers['access-control-allow-origin']
    if (readers !== '*' && readers !== origin) throw new TypeError('Failed to fetch')
    return reply
  }
  const preflight = async (method: string, path: string): Promise<void> => {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    }
    const reply = readable(await callAt(api, path, { method: 'OPTIONS', headers }))
    const methods = listOf(reply, 'access-control-allow-methods')
    const isFine =
      reply.status === 200 &&
      (method === 'POST' || methods.includes(method.toLowerCase())) &&
      listOf(reply, 'access-control-allow-headers').includes('content-type')
    if (!isFine) throw new TypeError('Failed to fetch')
  }
  const good = async (reply: Promise<Reply>): Promise<Reply> => {
    const answer = await reply
    if (answer.status >= 400) throw new Error(answer.text)
    return answer
  }
  const check = async (): Promise<void> => {
    const { status } = await call('GET', '/connect')
    state = status === 202 ? 'Usable' : status === 201 ? 'Pending' : 'Invalid'
  }

  return {
    get state() {
      return state
    },
    async connect() {
      const version = (await good(call('GET', '/version'))).json<{ version?: string }>().version
      if (version !== undefined && version < minimum) throw new Error('version mismatch')
      await check()
      if (state === 'Invalid') {
        await good(call('POST', '/connect', scopeOf()))
        await check()
      }
    },
    tick: check,
    async sync() {
      instances = (await good(call('GET', '/pool'))).json<TunnelListItem[]>()
    },
    async add(request) {
      const known = instances.find(({ remote }) => remote === request.remote)
      if (known !== undefined) return known
      const added = (await good(call('POST', '/pool', request))).json<TunnelListItem>()
      instances.push(added)
      return added
    },
    async delete(local) {
      await good(call('DELETE', '/pool', { local }))
      instances = instances.filter((instance) => instance.local !== local)
    },
    list: () => instances,
  }
}

const listOf = ({ headers }: Reply, name: string): string[] =>
  String(headers[name] ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
