import { openControl } from '../control/control-server.ts'
import type { Permissions } from '../control/permissions.ts'
import { reportScope } from '../control/stored-permissions.ts'
import { openListener, type ListenerEvents } from '../link/listener.ts'
import type { LinkTiming } from '../link/link.ts'
import { shortRemote } from '../link/short-remote.ts'
import { readKey } from '../owner/key.ts'
import type { PeerOf } from '../owner/peer.ts'
import { type DaemonPaths, program } from '../paths.ts'
import { createPoolLog, createStrangerLog } from '../pool/pool-log.ts'
import { createPool, type Pool } from '../pool/pool.ts'
import type { Tunnel } from '../pool/tunnel.ts'
import type { Probe } from '../probe/probe.ts'
import { createWatch } from '../probe/watch.ts'
import { createConsent } from '../scope/consent.ts'
import { createScopeFile } from '../scope/scope-file.ts'
import { createScopeWriter } from '../scope/scope-writer.ts'
import { createScopeLog } from '../scope/scope-log.ts'
import { createScopes } from '../scope/scopes.ts'
import type { Log } from '../terminal/log.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { createApi } from './api.ts'
import { connectRoutes } from './connect-routes.ts'
import { listenOrMove } from './listen.ts'
import { poolRoutes } from './pool-routes.ts'
import { createRoutes } from './routes.ts'

export type Daemon = {
  readonly address: string
  readonly isAsked: boolean
  close(): Promise<void>
}

type Needs = {
  paths: DaemonPaths
  host: string
  port: number
  log: Log
  ask: Terminal['ask'] | null
  peerOf: PeerOf
  keyed: boolean
  probe: Probe
  every(ms: number, call: () => void): () => void
  now: () => Date
  randomLabel: () => string
  pid: number
  timing?: Partial<LinkTiming>
}

/** Null when a tunnel is already running, which serves all sites of the player. */
export const startDaemon = async (needs: Needs): Promise<Daemon | null> => {
  const { paths, log, now } = needs
  const file = createScopeFile({ folder: paths.config, now })
  const stored = await file.read()
  if (stored.damagedCopy !== null)
    log.warning(
      `The file of permissions was damaged and is set aside as ${stored.damagedCopy}; sites must ask again.`,
    )
  const scopes = createScopes(stored.scopes)
  const scopeWriter = createScopeWriter({
    write: file.write,
    onFault: (error) =>
      log.error(`Permissions can't be stored and end with this program: ${reasonOf(error)}`),
  })
  const key = needs.keyed ? await readKey(paths.config) : null
  const poolLog = createPoolLog({ log, now: () => now().getTime() })

  const pool: Pool = createPool({
    isAllowed: scopes.isAllowed,
    randomLabel: needs.randomLabel,
    listen(address, remote) {
      const events: ListenerEvents = poolLog.connections(address, remote)
      const { timing } = needs
      // Where a key is needed, the system doesn't tell which user connects.
      const peerOf: PeerOf = key === null ? needs.peerOf : () => 'unknown'
      return openListener({ ...address, remote, events, peerOf, ...(timing === undefined ? {} : { timing }) })
    },
    onOpen(tunnel) {
      poolLog.opened(tunnel)
      watch.first(tunnel)
    },
  })
  const watch = createWatch({
    probe: needs.probe,
    tunnels: pool.all,
    scopeOf: scopes.find,
    every: needs.every,
    onFall(tunnel, finding) {
      poolLog.fell(tunnel, finding)
      void pool.close(tunnel)
    },
  })

  scopes.onChange(() => scopeWriter.save(scopes.list()))
  scopes.onChange(createScopeLog(log))
  scopes.onChange(({ kind, scope }) => {
    if (kind === 'removed') void pool.closeOf(scope.host)
  })
  const consent = createConsent({ scopes, ask: needs.ask, say: (text) => log.info(text) })

  const api = createApi({
    routes: createRoutes({ connect: connectRoutes(scopes), pool: poolRoutes(scopes, pool) }),
    isAllowed: scopes.isAllowed,
    peerOf: needs.peerOf,
    key,
    onStranger: createStrangerLog({ log, now: () => now().getTime() }),
    program,
    onFault: (error) => log.error(`A request failed: ${reasonOf(error)}`),
  })

  let address = ''
  const permissions: Permissions = {
    async allow(host) {
      const outcome = scopes.allow(host) ? 'allowed' : 'allowed before'
      await scopeWriter.settled()
      return outcome
    },
    async revoke(host) {
      const outcome = scopes.remove(host) ? 'revoked' : 'unknown'
      await scopeWriter.settled()
      return outcome
    },
    async report() {
      const tunnels = pool.all().map(reportTunnel)
      return {
        scopes: scopes.list().map(reportScope),
        running: { program, address, pid: needs.pid, tunnels },
      }
    },
  }

  const stopWatching = (): void => {
    consent.stop()
    watch.stop()
  }
  const control = await openControl(paths, permissions).catch((error: unknown) => {
    stopWatching()
    throw error
  })
  const listening =
    control === null
      ? null
      : await listenOrMove(api, needs.host, needs.port).catch(async (error: unknown) => {
          stopWatching()
          await control.close()
          throw error
        })
  if (control === null || listening?.kind !== 'listening') {
    stopWatching()
    await control?.close()
    return null
  }
  address = key === null ? listening.address : `${listening.address}/${key}`
  consent.begin()

  return {
    address,
    isAsked: listening.isAsked,
    async close() {
      stopWatching()
      const closed = new Promise<void>((resolve) => void api.close(() => resolve()))
      api.closeAllConnections()
      await pool.closeAll()
      await closed
      await control.close()
      await scopeWriter.settled()
    },
  }
}

const reportTunnel = ({ host, label, remote, latency, listener }: Tunnel) => ({
  host,
  label,
  local: listener.local,
  remote: shortRemote(remote),
  latency,
  connections: listener.connections,
})

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
