import type { V1Node, V1ServiceCIDR } from '@kubernetes/client-node'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { ApiFault, messageOf } from './fault.ts'
import type { ApiPaths } from './api-paths.ts'
import type { Transport } from './transport.ts'

type List<T> = { readonly items: readonly T[] }

const unknown = (why: string): ApiFault =>
  new ApiFault(
    `The networks of the cluster can't be read: ${why}. Set containerProvider.kubernetesConfig.allowCidr to the networks of pods, services and nodes.`,
  )

export async function clusterNetworks(transport: Transport, paths: ApiPaths): Promise<string[]> {
  const list = async <T>(path: string): Promise<readonly T[]> => {
    const found = await transport.json<List<T>>({ method: 'GET', path }).catch((error: unknown) => {
      if (error instanceof ApiFault && error.status !== 0) throw unknown(messageOf(error))
      throw error
    })
    return found.items
  }
  const services = (await list<V1ServiceCIDR>(paths.serviceNetworks)).flatMap(({ spec }) => spec?.cidrs ?? [])
  if (services.length === 0) throw unknown('it has no network of services')
  const nodes = await list<V1Node>(paths.nodes)
  const pods = nodes.flatMap(({ spec }) => spec?.podCIDRs ?? spec?.podCIDR ?? [])
  if (pods.length === 0) throw unknown('its nodes name no networks of pods')
  const addresses = nodes.flatMap(({ status }) =>
    (status?.addresses ?? []).map(({ address }) => address).filter((address) => isIP(address) !== 0),
  )
  const hosts = addresses.map((address) => `${address}/${isIPv6(address) ? 128 : 32}`)
  return [...new Set([...services, ...pods, ...hosts])].toSorted()
}

export function isWithin(networks: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/')
    list.addSubnet(base, Number(bits), isIPv6(base) ? 'ipv6' : 'ipv4')
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
