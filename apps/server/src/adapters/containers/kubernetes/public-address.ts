import type { V1Node, V1Pod } from '@kubernetes/client-node'
import type { ApiPaths } from './api-paths.ts'
import type { Transport } from './transport.ts'

export async function publicAddress(
  transport: Transport,
  paths: ApiPaths,
  publicEntry: string,
  { spec, status }: V1Pod,
): Promise<string | null> {
  if (publicEntry !== '') return publicEntry
  const node = await transport
    .json<V1Node>({ method: 'GET', path: `${paths.nodes}/${spec?.nodeName ?? ''}` })
    // Not every account may read nodes. The pod knows an address of its node, too.
    .catch(() => null)
  const external = node?.status?.addresses?.find(({ type }) => type === 'ExternalIP')
  return external?.address ?? status?.hostIP ?? null
}
