import { BlockList, isIP, type Socket } from 'node:net'
import { isLoopback, plainAddress } from './address.ts'
import type { Clock } from '../ports/clock.ts'
import type { Containers } from '../ports/containers.ts'

type Ends = Pick<Socket, 'localAddress' | 'remoteAddress'>

const keepMs = 5_000

// While the networks are unknown, only this machine is trusted.
export const createTouchesInstances = (containers: Pick<Containers, 'networks'>, clock: Clock) => {
  let known: { networks: Promise<BlockList>; at: number; addresses: Set<string> } | undefined

  const networksFor = (address: string): Promise<BlockList> => {
    const now = clock.now()
    // A new address of this machine may belong to a new network.
    if (known === undefined || now - known.at >= keepMs || !known.addresses.has(address))
      known = {
        networks: containers.networks().then(blockList),
        at: now,
        addresses: new Set([...(known?.addresses ?? []), address]),
      }
    return known.networks
  }

  return async ({ localAddress, remoteAddress }: Ends): Promise<boolean> => {
    const own = plainAddress(localAddress)
    const other = plainAddress(remoteAddress)
    if (own === null || other === null) return true
    const ends = [own, other]
    try {
      const networks = await networksFor(own)
      return ends.some((end) => networks.check(end, isIP(end) === 6 ? 'ipv6' : 'ipv4'))
    } catch {
      known = undefined
      return !ends.every(isLoopback)
    }
  }
}

const blockList = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
