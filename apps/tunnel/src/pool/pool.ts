import { noLatency, type TunnelRequest } from '@pennant/contract/tunnel'
import { addressText, type Listener } from '../link/listener.ts'
import { isEverywhere, readLocalAddress, type LocalAddress } from '../link/local-address.ts'
import { faultOfRemote } from '../link/remote.ts'
import type { Tunnel } from './tunnel.ts'

export class PoolFault extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

const maxPerSite = 256
const maxTunnels = 1024

type Needs = {
  listen(address: LocalAddress, remote: string): Promise<Listener>
  isAllowed(host: string): boolean
  randomLabel(): string
  onOpen(tunnel: Tunnel): void
}

export const createPool = ({ listen, isAllowed, randomLabel, onOpen }: Needs) => {
  const tunnels = new Set<Tunnel>()
  const opening = new Map<string, Promise<Tunnel>>()
  const all = (): Tunnel[] => [...tunnels]
  const of = (host: string): Tunnel[] => all().filter((tunnel) => tunnel.host === host)

  const create = async (host: string, { remote, label }: TunnelRequest, address: LocalAddress) => {
    if (tunnels.size + opening.size >= maxTunnels || of(host).length + opening.size >= maxPerSite)
      throw new PoolFault(429, 'There are too many tunnels already')
    const wanted = addressText(address.host, address.port)
    if (all().some(({ listener }) => listener.local === wanted))
      throw new PoolFault(400, `The local address ${wanted} is already taken by another instance`)
    const listener = await listen(address, remote).catch((error: unknown) => {
      throw new PoolFault(500, `failed to bind tcp address ${wanted}: ${reasonOf(error)}`)
    })
    // Permission may have been revoked meanwhile.
    if (!isAllowed(host)) {
      await listener.close()
      throw new PoolFault(403, `Scope ${host} not found`)
    }
    const tunnel: Tunnel = { host, label: label ?? randomLabel(), remote, latency: noLatency, listener }
    tunnels.add(tunnel)
    onOpen(tunnel)
    return tunnel
  }

  const close = async (closing: Tunnel[]): Promise<number> => {
    for (const tunnel of closing) tunnels.delete(tunnel)
    await Promise.all(closing.map(({ listener }) => listener.close()))
    return closing.length
  }

  return {
    all,
    of,

    async open(host: string, request: TunnelRequest): Promise<Tunnel> {
      const { remote, label } = request
      const address = addressOf(request.local)
      const fault = faultOfRemote(remote)
      if (fault !== null) throw new PoolFault(400, `failed to parse remote address: ${fault}`)
      const key = `${host} ${remote}`
      const known = of(host).find((tunnel) => tunnel.remote === remote) ?? opening.get(key)
      if (known === undefined) {
        const created = create(host, request, address)
        opening.set(key, created)
        return created.finally(() => opening.delete(key))
      }
      const tunnel = await known
      tunnel.label = label ?? tunnel.label
      return tunnel
    },

    async remove(host: string, local: string): Promise<void> {
      const tunnel = all().find(({ listener }) => listener.local === local)
      if (tunnel === undefined) throw new PoolFault(400, `Tunnel ${local} not found`)
      if (tunnel.host !== host) throw new PoolFault(400, `Tunnel ${local} not found in scope ${host}`)
      await close([tunnel])
    },

    close: (tunnel: Tunnel): Promise<number> => close(tunnels.has(tunnel) ? [tunnel] : []),
    closeOf: (host: string): Promise<number> => close(of(host)),
    closeAll: (): Promise<number> => close(all()),
  }
}

export type Pool = ReturnType<typeof createPool>

/** Sites may choose this machine or every interface, not a particular network. */
const addressOf = (local: string): LocalAddress => {
  const address = readLocalAddress(local)
  if (address === null) throw new PoolFault(400, 'failed to parse from address')
  if (address.reach === 'network' && !isEverywhere(address.host))
    throw new PoolFault(400, `The local address ${local} is neither of this machine alone nor 0.0.0.0`)
  return address
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
