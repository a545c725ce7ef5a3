import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isOwnMachine } from '../http/headers.ts'

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Where whoever is on this machine opens a server that nobody else reaches. */
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
