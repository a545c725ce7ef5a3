import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

export const listenOn = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
