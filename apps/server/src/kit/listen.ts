import type { Server } from 'node:http'
import { createServer, type AddressInfo, type ListenOptions } from 'node:net'
import { networkInterfaces } from 'node:os'

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

export const isOwnMachine = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

export const ownAddress = (host: string, port: number): string | null =>
  isOwnMachine(host) ? `http://${host.includes(':') ? `[${host}]` : host}:${port}` : null

export const listenOn = (server: Server, place: ListenOptions & { fd?: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** From now on: those that were opened. */
export const countConnections = (server: Server): (() => number) => {
  let opened = 0
  server.on('connection', () => opened++)
  return () => opened
}

export const tryPort = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })

export const loopback = '127.0.0.1'

type Interfaces = ReturnType<typeof networkInterfaces>

const bridges = /^(?:docker|podman|cni|br-|virbr|veth|cali|flannel)/

// A cluster probes a pod from outside, so it needs all addresses, unless the pod is in its host's network.
export const healthAddress = (inCluster: boolean, known?: Interfaces): string => {
  if (!inCluster) return loopback
  // Fails where the service manager allows no netlink sockets.
  const interfaces = known ?? networkInterfaces()
  if (Object.keys(interfaces).some((name) => bridges.test(name))) return loopback
  const hasIpv6 = Object.values(interfaces).some((each) => each?.some(({ family }) => family === 'IPv6'))
  return hasIpv6 ? '::' : '0.0.0.0'
}
