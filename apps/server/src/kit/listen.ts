import type { Server } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

export const isOwnMachine = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

/** Where this machine's user opens a server that nobody else reaches. */
export const ownAddress = (host: string, port: number): string | null =>
  isOwnMachine(host) ? `http://${host.includes(':') ? `[${host}]` : host}:${port}` : null

export const listenOn = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Fails, as `listenOn` would, when nothing could listen there. */
export const tryPort = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })

export const loopback = '127.0.0.1'

type Interfaces = ReturnType<typeof networkInterfaces>

/** What only hosts of containers have. */
const bridges = /^(?:docker|podman|cni|br-|virbr|veth|cali|flannel)/

/**
 * Where probes and metrics are answered unless the operator says: on all addresses of a pod, which its cluster
 * probes from outside, otherwise on this machine only. A pod in the network of its host has no addresses of its own.
 */
export const healthAddress = (inCluster: boolean, interfaces: Interfaces = networkInterfaces()): string => {
  if (!inCluster || Object.keys(interfaces).some((name) => bridges.test(name))) return loopback
  const hasIpv6 = Object.values(interfaces).some((each) => each?.some(({ family }) => family === 'IPv6'))
  return hasIpv6 ? '::' : '0.0.0.0'
}
