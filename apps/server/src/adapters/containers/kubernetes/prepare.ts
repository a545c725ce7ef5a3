import type { V1Namespace } from '@kubernetes/client-node'
import { isDeepStrictEqual } from 'node:util'
import { ensure } from './ensure.ts'
import { ApiFault, isFault } from './fault.ts'
import type { KubernetesNeeds } from './needs.ts'
import { networkPolicies } from './network-policy.ts'
import type { Place } from './place.ts'
import type { Transport } from './transport.ts'

/** What must be there before the first instance. Done once; a failure is tried again by the next call. */
export type Preparation = {
  done(): Promise<void>
  /** It has turned out not to be there any more. */
  undo(): void
}

type Needs = Pick<KubernetesNeeds, 'settings' | 'installation'> & { transport: Transport; place: Place }

export function createPreparation({ transport, place, settings, installation }: Needs): Preparation {
  let doing: Promise<void> | null = null

  const prepare = async (): Promise<void> => {
    await ensureNamespace(transport, place, settings.namespace)
    // Without them an instance would reach what it must not: then rather none.
    for (const wanted of networkPolicies({ installation, closed: settings.allowCidr, dns: settings.dns })) {
      await ensure(transport, place.policies, wanted, (found) => isDeepStrictEqual(found.spec, wanted.spec))
    }
  }

  return {
    done() {
      doing ??= prepare().catch((error: unknown) => {
        doing = null
        throw error
      })
      return doing
    },
    undo() {
      doing = null
    },
  }
}

async function ensureNamespace(transport: Transport, place: Place, name: string): Promise<void> {
  try {
    const found = await transport.json<V1Namespace>({ method: 'GET', path: place.namespace })
    if (found.status?.phase !== 'Terminating') return
    throw new ApiFault(`The namespace ${name} is just being deleted.`)
  } catch (error) {
    // Whoever may not look at it may still be allowed to use it.
    if (isFault(error, 403)) return
    if (!isFault(error, 404)) throw error
  }
  const body: V1Namespace = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'app.kubernetes.io/managed-by': 'pennant' } },
  }
  try {
    await transport.json({ method: 'POST', path: place.namespaces, body })
  } catch (error) {
    // Another process was faster.
    if (isFault(error, 409)) return
    if (!isFault(error, 403)) throw error
    throw new ApiFault(
      `There is no namespace ${name}, and this server may not make it: kubectl create namespace ${name}`,
      403,
      error.reason,
    )
  }
}
