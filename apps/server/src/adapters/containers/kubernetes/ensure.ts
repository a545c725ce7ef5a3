import type { KubernetesObject } from '@kubernetes/client-node'
import { isFault } from './fault.ts'
import type { Transport } from './transport.ts'

const patience = 6

export async function ensure<T extends KubernetesObject>(
  transport: Transport,
  collection: string,
  wanted: T,
  same: (found: T) => boolean,
): Promise<void> {
  const path = `${collection}/${wanted.metadata?.name ?? ''}`
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = await transport
        .json<T>({ method: 'GET', path })
        .catch((error: unknown) => (isFault(error, 404) ? null : Promise.reject(error)))
      if (found === null) await transport.json({ method: 'POST', path: collection, body: wanted })
      else if (!same(found)) await transport.json({ method: 'PUT', path, body: updated(found, wanted) })
      return
    } catch (error) {
      if (attempt >= patience || !isFault(error, 409, 404)) throw error
      if (isFault(error, 404) && attempt > 2) throw error
    }
  }
}

const updated = <T extends KubernetesObject>(found: T, wanted: T): T => ({
  ...wanted,
  metadata: {
    ...wanted.metadata,
    resourceVersion: found.metadata?.resourceVersion,
    labels: { ...found.metadata?.labels, ...wanted.metadata?.labels },
    annotations: found.metadata?.annotations,
  },
})
