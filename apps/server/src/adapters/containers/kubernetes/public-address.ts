import type { V1Node, V1Pod } from '@kubernetes/client-node'
import type { Place } from './place.ts'
import type { Transport } from './transport.ts'

/** Where the ports of a pod's node are reached: what the operator says, else as far outside as is known. */
export async function publicAddress(
  transport: Transport,
  place: Place,
  publicEntry: string,
  { spec, status }: V1Pod,
): Promise<string | null> {
  if (publicEntry !== '') return publicEntry
  const node = await transport
    .json<V1Node>({ method: 'GET', path: `${place.nodes}/${spec?.nodeName ?? ''}` })
    // Not every account may look at nodes. The pod, too, knows an address of its node.
    .catch(() => null)
  const external = node?.status?.addresses?.find(({ type }) => type === 'ExternalIP')
  return external?.address ?? status?.hostIP ?? null
}
