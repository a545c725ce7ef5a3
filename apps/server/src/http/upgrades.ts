import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { LimitHub } from './hub-limit.ts'
import { serveDespiteUpgrade } from './plain-upgrade.ts'

type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer) => boolean

type Needs = {
  hubs: { serves(url: string): boolean; upgrade: Upgrade }
  relay: { upgrade: Upgrade }
  limitHub: LimitHub
  refuse(request: IncomingMessage, socket: Socket, error: unknown): void
}

export const directUpgrades = (server: Server, { hubs, relay, limitHub, refuse }: Needs): void => {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (relay.upgrade(request, socket, head)) return
    if (!hubs.serves(request.url ?? '')) return serveDespiteUpgrade(server, request, socket, head)
    socket.on('error', () => socket.destroy())
    try {
      limitHub(request)
      hubs.upgrade(request, socket, head)
    } catch (error) {
      refuse(request, socket, error)
    }
  })
}
