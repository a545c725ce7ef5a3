import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addressText } from '../link/listener.ts'
import { programName } from '../paths.ts'

export type Listening =
  | { readonly kind: 'listening'; readonly address: string; readonly isAsked: boolean }
  | { readonly kind: 'tunnel there' }

const askMs = 2000

export const listenOrMove = async (server: Server, host: string, port: number): Promise<Listening> => {
  if (await listen(server, host, port))
    return { kind: 'listening', address: addressOf(server), isAsked: true }
  if (await isTunnelAt(`http://${addressText(host, port)}`)) return { kind: 'tunnel there' }
  await listen(server, host, 0)
  return { kind: 'listening', address: addressOf(server), isAsked: false }
}

const listen = (server: Server, host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    }
    server.once('error', failed)
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', failed)
      resolve(true)
    })
  })

const isTunnelAt = async (address: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${address}/version`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(askMs),
    })
    await answer.body?.cancel()
    // Another user's tunnel refuses to tell.
    return answer.ok && (answer.headers.get('server')?.startsWith(`${programName}/`) ?? false)
  } catch {
    return false
  }
}

const addressOf = (server: Server): string => {
  const { address, port } = server.address() as AddressInfo // listening on TCP, it is no path and not null
  return `http://${addressText(address, port)}`
}
