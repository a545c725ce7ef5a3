import type { V1Pod, V1Service } from '@kubernetes/client-node'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { isFault } from './fault.ts'
import type { Place } from './place.ts'
import { nodePortOf } from './pod.ts'
import type { Transport } from './transport.ts'

export async function publish(
  transport: Transport,
  place: Place,
  order: ContainerOrder,
  pod: V1Pod,
  installation: string,
): Promise<number> {
  const body = nodePortOf(order, pod, installation)
  const service = await transport
    .json<V1Service>({ method: 'POST', path: place.services, body })
    .catch((error: unknown) => {
      // From a call whose answer was lost.
      if (!isFault(error, 409)) throw error
      return transport.json<V1Service>({
        method: 'GET',
        path: `${place.services}/${body.metadata?.name ?? ''}`,
      })
    })
  const port = service.spec?.ports?.[0]?.nodePort
  if (port === undefined) throw new Error('a service without a port of the nodes')
  return port
}
