import type { Daemon } from './daemon.ts'
import { networkNames } from './network-names.ts'

export const instanceNetworks = async (daemon: Daemon, prefix: string | null): Promise<readonly string[]> => {
  const names = new Set(networkNames(prefix))
  const all = await daemon.ask((docker) => docker.listNetworks({ filters: { name: [...names] } }))
  return all
    .filter(({ Name }) => names.has(Name))
    .flatMap(({ IPAM }) => IPAM?.Config ?? [])
    .flatMap(({ Subnet }) => (Subnet === undefined || Subnet === '' ? [] : [Subnet]))
}

// A Linux bridge has no more.
const mostPorts = 1_023
// Those of the network, the gateway, and everyone.
const taken = 3

/** Of the smallest of these subnets; one that is not there yet is made large enough. */
export const addressesIn = (subnets: readonly string[]): number =>
  Math.min(
    mostPorts,
    ...subnets
      .filter((subnet) => !subnet.includes(':'))
      .map((subnet) => 2 ** (32 - Number(subnet.split('/')[1] ?? 0)) - taken),
  )
