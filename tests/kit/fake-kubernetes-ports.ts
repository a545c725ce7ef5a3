import type { V1Service } from '@kubernetes/client-node'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { ObjectStore, Stored } from './fake-kubernetes-store.ts'

export type NodePorts = {
  open(collection: string, service: V1Service): Promise<number>
  readonly taken: ReadonlyMap<number, string>
  closeOf(uid: string): void
  close(): void
}

export function createNodePorts(store: ObjectStore): NodePorts {
  const servers = new Map<number, Server>()
  const taken = new Map<number, string>()
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket =>
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))

  const target = (collection: string, service: V1Service): string | null => {
    const wanted = Object.entries(service.spec?.selector ?? {})
    const fits = ({ metadata }: Stored): boolean =>
      wanted.every(([key, value]) => metadata.labels?.[key] === value)
    const [pod] = store.list(collection.replace(/services$/, 'pods'), fits)
    return ((pod?.['status'] ?? {}) as { podIP?: string }).podIP ?? null
  }

  return {
    taken,
    async open(collection, service) {
      for (;;) {
        const port = 30_000 + Math.floor(Math.random() * 2768)
        if (servers.has(port)) continue
        const server = createServer((socket) => {
          sockets.add(keep(socket))
          const ip = target(collection, service)
          const inner = service.spec?.ports?.[0]?.targetPort
          if (ip === null || typeof inner !== 'number') return void socket.destroy()
          const through = keep(connect(inner, ip))
          sockets.add(through)
          socket.pipe(through).pipe(socket)
        })
        server.listen(port, '127.0.0.1')
        try {
          await once(server, 'listening')
        } catch {
          continue
        }
        servers.set(port, server)
        taken.set(port, service.metadata?.uid ?? '')
        return port
      }
    },
    closeOf(uid) {
      for (const [port, owner] of [...taken]) {
        if (owner !== uid) continue
        taken.delete(port)
        servers.get(port)?.close()
        servers.delete(port)
      }
    },
    close() {
      for (const server of servers.values()) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
