import { mkdtemp, rm } from 'node:fs/promises'
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectPermissions } from '../../apps/tunnel/src/control/control-client.ts'
import type { Permissions } from '../../apps/tunnel/src/control/permissions.ts'
import { startDaemon, type Daemon } from '../../apps/tunnel/src/daemon/daemon.ts'
import type { LinkTiming } from '../../apps/tunnel/src/link/link.ts'
import type { PeerOf } from '../../apps/tunnel/src/owner/peer.ts'
import { daemonPathsOn, type DaemonPaths } from '../../apps/tunnel/src/paths.ts'
import { createProbe, type Probe } from '../../apps/tunnel/src/probe/probe.ts'
import { createLog } from '../../apps/tunnel/src/terminal/log.ts'
import type { Terminal } from '../../apps/tunnel/src/terminal/terminal.ts'

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; json<T>(): T }

export type CallOptions = {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON unless it is text. */
  body?: unknown
}

export type TunnelWorld = {
  daemon: Daemon
  paths: DaemonPaths
  said: string[]
  permissions: Permissions
  page(origin: string): TunnelPage
  call(path: string, options?: CallOptions): Promise<Reply>
  round(): void
  close(): Promise<void>
}

export type TunnelPage = {
  call(path: string, options?: CallOptions): Promise<Reply>
  allowed(facts?: object): Promise<TunnelPage>
}

type Options = {
  folder?: string
  ask?: Terminal['ask']
  probe?: Probe
  port?: number
  host?: string
  keyed?: boolean
  /** The default is the player. */
  peerOf?: PeerOf
  timing?: Partial<LinkTiming>
}

export const scopeOf = (facts: object = {}): object => ({
  name: 'Harbour::CTF',
  features: ['basic', 'pingfall'],
  settings: { pingfall: { status: [400, 404], drop_unknown: false } },
  host: 'IN_HEADER',
  state: 'pending',
  ...facts,
})

export const createTunnelWorld = async (options: Options = {}): Promise<TunnelWorld> => {
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), 'tunnel-')))
  const paths = daemonPathsOn({ platform: 'linux', env: { PENNANT_TUNNEL_HOME: folder }, home: folder })
  const said: string[] = []
  const rounds = new Set<() => void>()
  const now = (): Date => new Date()
  let labels = 0
  const daemon = await startDaemon({
    paths,
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    log: createLog({ json: false, verbose: true, now, write: (line) => void said.push(line) }),
    ask: options.ask ?? null,
    peerOf: options.peerOf ?? (() => 'own'),
    keyed: options.keyed ?? false,
    probe:
      options.probe ??
      createProbe({ userAgent: 'pennant-tunnel/test', timeoutMs: 2000, now: () => performance.now() }),
    every(_, call) {
      rounds.add(call)
      return () => void rounds.delete(call)
    },
    now,
    randomLabel: () => `inst-${(++labels).toString(16).padStart(6, '0')}`,
    pid: process.pid,
    ...(options.timing === undefined ? {} : { timing: options.timing }),
  })
  if (daemon === null) throw new Error('a tunnel is running already')
  const permissions = await connectPermissions(paths)
  if (permissions === null) throw new Error('no tunnel runs')

  const call = (to: string, how: CallOptions = {}): Promise<Reply> => callAt(daemon.address, to, how)
  const page = (origin: string): TunnelPage => {
    const own = (to: string, how: CallOptions = {}): Promise<Reply> =>
      call(to, { ...how, headers: { origin, ...how.headers } })
    const self: TunnelPage = {
      call: own,
      async allowed(facts = {}) {
        await own('/connect', { method: 'POST', body: scopeOf(facts) })
        await permissions.allow(origin)
        return self
      },
    }
    return self
  }

  return {
    daemon,
    paths,
    said,
    permissions,
    page,
    call,
    round: () => {
      for (const round of rounds) round()
    },
    async close() {
      await daemon.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const callAt = (address: string, to: string, { method, headers, body }: CallOptions): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const type = typeof body === 'string' || body === undefined ? {} : { 'content-type': 'application/json' }
    const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }
    const request = requestHttp(
      new URL(`${address}${to}`),
      { method: method ?? 'GET', agent: false, headers: { ...type, ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString('utf8')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: answer,
            json: <T>() => JSON.parse(answer) as T,
          })
        })
      },
    )
    request.on('error', reject)
    request.end(text)
  })
