import { chmod, lstat, unlink } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Clock } from '../../../ports/clock.ts'
import { createDaemon } from '../docker/daemon.ts'
import { createEnvironmentReader } from '../docker/environment.ts'
import { createGuard } from '../docker/guard.ts'
import { createPacketFilter } from '../docker/packet-filter.ts'
import type { ProxyAnswer } from '../docker/proxy-answer.ts'
import { createInstances } from './instances.ts'
import type { KnownHost, Rules } from './known.ts'
import { createLook } from './look.ts'
import { createRefusals, type Tell } from './refusals.ts'
import { createProxyServer } from './serve.ts'

export type ProxyNeeds = {
  /** Where servers connect. */
  socket: string
  docker: string
  rules: Rules
  version: string
  clock: Clock
  onRefused: Tell
  onNote: (note: string) => void
  report: (error: unknown) => void
}

export type DockerProxy = { readonly refused: number; close(): Promise<void> }

// Servers have an account of their own, and this group.
const socketMode = 0o660

/** Works without the daemon, too, so that either may come first. */
export const startDockerProxy = async (needs: ProxyNeeds): Promise<DockerProxy> => {
  const { socket, docker, rules, version, onNote, report } = needs
  const { installation, prefix } = rules
  const closing = new AbortController()
  const connections = new Set<Socket>()
  const refusals = createRefusals(needs.clock, needs.onRefused)
  const daemon = createDaemon({ uri: `unix://${docker}`, ...noLogin })
  const environment = createEnvironmentReader(daemon, 'Auto', installation)
  const guard = createGuard(daemon, environment, createPacketFilter(installation), prefix, onNote)
  const instances = createInstances(daemon, installation)

  const describe = (host: KnownHost | null): ProxyAnswer => ({
    version,
    installation,
    noRules: host?.noRules ?? null,
    ports: host?.ports ?? { from: 1, to: 0 },
  })
  const server = createProxyServer({
    socketPath: docker,
    rules,
    look: createLook({ daemon, prefix, environment, guard, instances }),
    describe,
    refused: refusals.note,
    report,
  })
  server.on('connection', (connection: Socket) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  await removeLeftover(socket)
  await listen(server, socket)
  await chmod(socket, socketMode)
  const guarding = guard.run(closing.signal)

  return {
    get refused() {
      return refusals.count
    },
    async close() {
      closing.abort()
      const closed = new Promise((resolve) => server.close(resolve))
      for (const connection of connections) connection.destroy()
      await Promise.all([closed, guarding])
      daemon.close()
    },
  }
}

const noLogin = { userName: null, password: null, tlsCa: null, tlsCert: null, tlsKey: null }

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })

// A proxy that was killed leaves its socket behind.
const removeLeftover = async (path: string): Promise<void> => {
  const found = await lstat(path).catch(() => null)
  if (found === null) return
  if (!found.isSocket() || (await isAlive(path))) throw new SocketTaken(path)
  await unlink(path)
}

export class SocketTaken extends Error {
  constructor(path: string) {
    super(`${path} is in use`)
  }
}

const isAlive = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
