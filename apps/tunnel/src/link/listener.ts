import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { PeerOf } from '../owner/peer.ts'
import { isLoopback } from './local-address.ts'
import { openLink, type Link, type LinkEnd, type LinkTiming } from './link.ts'

export type Listener = {
  readonly local: string
  readonly connections: number
  close(): Promise<void>
}

export type ListenerEvents = {
  onOpen(): void
  onRefused(why: string): void
  onEnd(end: LinkEnd): void
}

type Needs = {
  host: string
  port: number
  remote: string
  events: ListenerEvents
  peerOf: PeerOf
  timing?: Partial<LinkTiming>
}

const maxConnections = 1024

export const openListener = async ({
  host,
  port,
  remote,
  events,
  peerOf,
  timing,
}: Needs): Promise<Listener> => {
  const links = new Set<Link>()
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (tcp: Socket) => {
    // A tunnel that is open to the network is open to this machine's users.
    if (isLoopback(host) && peerOf(tcp) === 'other') {
      tcp.destroy()
      events.onRefused('it comes from another user of this computer, or was closed right away')
      return
    }
    events.onOpen()
    const link = openLink({
      tcp,
      remote,
      ...(timing === undefined ? {} : { timing }),
      onRefused: events.onRefused,
      onEnd(end) {
        links.delete(link)
        events.onEnd(end)
      },
    })
    links.add(link)
  })
  server.maxConnections = maxConnections

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // Out of file descriptors, for instance: the connection is lost, the port stays.
  server.on('error', () => {})
  const address = server.address() as AddressInfo // listening on TCP, it is no path and not null

  return {
    local: addressText(address.address, address.port),
    get connections() {
      return links.size
    },
    close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const link of [...links]) link.destroy()
      return closed
    },
  }
}

export const addressText = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
