import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expect } from 'vitest'
import type { ChallengeRow } from '../../apps/server/src/ports/tables/challenge.ts'
import type { ContainerRow, NewContainerRow } from '../../apps/server/src/ports/tables/container.ts'
import type { ParticipationRow } from '../../apps/server/src/ports/tables/participation.ts'
import { insertChallenge, insertContainer, insertGame, insertParticipation, insertTeam } from './factories.ts'
import { patient } from './patient.ts'
import { openRaw, type RawWebSocket, type RawWebSocketOptions } from './raw-websocket.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

export type Service = {
  container: ContainerRow
  challenge: ChallengeRow
  participation: ParticipationRow
  path: string
  connections: Set<Socket>
  next(): Promise<Socket>
  connect(): Promise<{ client: RawWebSocket; target: Socket }>
  close(): void
}

export type ServiceOptions = {
  test?: boolean
  given?: Partial<NewContainerRow>
  /** Without it, connections are left to the test. */
  work?: (socket: Socket) => void
}

export type RelaySetup = {
  world: World
  serve(options?: ServiceOptions): Promise<Service>
  knock(path: string, options?: RawWebSocketOptions): Promise<RawWebSocket>
  open(): number
  clear(): Promise<void>
  close(): Promise<void>
}

export const createRelaySetup = async ({ settings, ...more }: WorldOptions = {}): Promise<RelaySetup> => {
  const world = await createWorld({
    settings: { CONTAINER_PROVIDER__PORT_MAPPING_TYPE: 'PlatformProxy', ...settings },
    relayLimits: { lookEveryMs: 10, farewellMs: 300 },
    ...more,
  })
  const services: Service[] = []
  const clients: RawWebSocket[] = []

  const knock = async (path: string, options: RawWebSocketOptions = {}): Promise<RawWebSocket> => {
    const client = await openRaw(world.origin, path, options)
    clients.push(client)
    return client
  }

  const serve = async ({ test = false, given = {}, work }: ServiceOptions = {}): Promise<Service> => {
    const connections = new Set<Socket>()
    const unclaimed: Socket[] = []
    const claims: ((socket: Socket) => void)[] = []
    const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
      connections.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => connections.delete(socket))
      if (work !== undefined) return work(socket)
      const claim = claims.shift()
      if (claim === undefined) unclaimed.push(socket)
      else claim(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const game = await insertGame(world.db, { start_at: new Date(world.clock.now() - 60_000) })
    const participation = await insertParticipation(world.db, game, await insertTeam(world.db, []))
    const challenge = await insertChallenge(world.db, game)
    const container = await insertContainer(
      world.db,
      test ? { test: challenge } : { participation, challenge },
      { is_proxied: true, ip: '127.0.0.1', port: (server.address() as AddressInfo).port, ...given },
    )
    const path = `/api/proxy/${test ? 'noinst/' : ''}${container.id}`
    const next = async (): Promise<Socket> =>
      unclaimed.shift() ?? (await new Promise((resolve) => void claims.push(resolve)))
    const service: Service = {
      container,
      challenge,
      participation,
      path,
      connections,
      next,
      async connect() {
        const [client, target] = await Promise.all([knock(path), next()])
        return { client, target }
      },
      close() {
        server.close()
        for (const socket of connections) socket.destroy()
      },
    }
    services.push(service)
    return service
  }

  const open = (): number => world.app.relay.open
  const closeAll = (): void => {
    for (const service of services.splice(0)) service.close()
    for (const { socket } of clients.splice(0)) socket.destroy()
  }

  return {
    world,
    serve,
    knock,
    open,
    async clear() {
      closeAll()
      await expect.poll(open, patient).toBe(0)
    },
    async close() {
      closeAll()
      await world.close()
    },
  }
}
