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
