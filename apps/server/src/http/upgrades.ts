import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Arrive } from './arrival.ts'
import { serveDespiteUpgrade } from './plain-upgrade.ts'

type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer) => boolean

type Needs = {
  hubs: { serves(url: string): boolean; upgrade: Upgrade }
  relay: { upgrade: Upgrade }
  arrive: Arrive
  refuse(request: IncomingMessage, socket: Socket, error: unknown): void
}

export const directUpgrades = (server: Server, { hubs, relay, arrive, refuse }: Needs): void => {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (relay.upgrade(request, socket, head)) return
    if (!hubs.serves(request.url ?? '')) return serveDespiteUpgrade(server, request, socket, head)
    socket.on('error', () => socket.destroy())
    arrive(request)
      .then(() => void hubs.upgrade(request, socket, head))
      .catch((error: unknown) => refuse(request, socket, error))
  })
}
