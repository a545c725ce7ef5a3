import type { V1Pod, V1Service } from '@kubernetes/client-node'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { isFault } from './fault.ts'
import type { ApiPaths } from './api-paths.ts'
import { nodePortOf } from './pod.ts'
import type { Transport } from './transport.ts'

export async function publish(
  transport: Transport,
  paths: ApiPaths,
  order: ContainerOrder,
  pod: V1Pod,
  installation: string,
): Promise<number> {
  const body = nodePortOf(order, pod, installation)
  const service = await transport
    .json<V1Service>({ method: 'POST', path: paths.services, body })
    .catch((error: unknown) => {
      // From a call whose answer was lost.
      if (!isFault(error, 409)) throw error
      return transport.json<V1Service>({
        method: 'GET',
        path: `${paths.services}/${body.metadata?.name ?? ''}`,
      })
    })
  const port = service.spec?.ports?.[0]?.nodePort
  if (port === undefined) throw new Error('a service without a port of the nodes')
  return port
}
