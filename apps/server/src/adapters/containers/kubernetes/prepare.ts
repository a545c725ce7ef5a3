import type { NetworkMode } from '@pennant/contract/enums'
import type { V1Namespace } from '@kubernetes/client-node'
import { isDeepStrictEqual } from 'node:util'
import { clusterNetworks, isWithin } from './cluster-networks.ts'
import { ensure } from './ensure.ts'
import { ApiFault, isFault } from './fault.ts'
import type { KubernetesNeeds } from './needs.ts'
import { networkPolicy } from './network-policy.ts'
import type { ApiPaths } from './api-paths.ts'
import type { Transport } from './transport.ts'

export type Preparation = {
  /** Before every start, since a policy may have been deleted. Without a mode, for all of them. */
  done(mode?: NetworkMode): Promise<void>
  expectKnown(mode: NetworkMode, address: string): Promise<void>
  undo(): void
}

// Nodes come and go, but a start need not ask for all of them each time.
const networksForMs = 30_000

export function createPreparation(
  { settings, installation }: Pick<KubernetesNeeds, 'settings' | 'installation'>,
  transport: Transport,
  paths: ApiPaths,
): Preparation {
  let namespace: Promise<void> | null = null
  let networks: { read: Promise<readonly string[]>; until: number } | null = null

  const ensured = (): Promise<void> => {
    namespace ??= ensureNamespace(transport, paths, settings.namespace).catch((error: unknown) => {
      namespace = null
      throw error
    })
    return namespace
  }

  const closed = (): Promise<readonly string[]> => {
    if (settings.allowCidr.length > 0) return Promise.resolve(settings.allowCidr)
    if (networks === null || networks.until < performance.now()) {
      const read = clusterNetworks(transport, paths).catch((error: unknown) => {
        networks = null
        throw error
      })
      networks = { read, until: performance.now() + networksForMs }
    }
    return networks.read
  }

  const policy = async (mode: 'Open' | 'Isolated'): Promise<void> => {
    const wanted = networkPolicy(mode, installation, mode === 'Open' ? await closed() : [], settings.dns)
    // Without it an instance would reach what it must not, so the start fails.
    await ensure(transport, paths.policies, wanted, (found) => isDeepStrictEqual(found.spec, wanted.spec))
  }

  return {
    async done(mode) {
      await ensured()
      if (mode === undefined) {
        await policy('Isolated')
        await policy('Open')
      } else if (mode !== 'Custom') await policy(mode)
    },
    async expectKnown(mode, address) {
      if (mode !== 'Open' || settings.allowCidr.length > 0 || isWithin(await closed(), address)) return
      throw new ApiFault(
        `The pod has the address ${address}, which is in none of the networks that the cluster names. Set containerProvider.kubernetesConfig.allowCidr to the networks of pods, services and nodes.`,
      )
    },
    undo() {
      namespace = null
    },
  }
}

async function ensureNamespace(transport: Transport, paths: ApiPaths, name: string): Promise<void> {
  try {
    const found = await transport.json<V1Namespace>({ method: 'GET', path: paths.namespace })
    if (found.status?.phase !== 'Terminating') return
    throw new ApiFault(`The namespace ${name} is being deleted.`)
  } catch (error) {
    // An account that may not read it may still use it.
    if (isFault(error, 403)) return
    if (!isFault(error, 404)) throw error
  }
  const body: V1Namespace = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'app.kubernetes.io/managed-by': 'pennant' } },
  }
  try {
    await transport.json({ method: 'POST', path: paths.namespaces, body })
  } catch (error) {
    if (isFault(error, 409)) return
    if (!isFault(error, 403)) throw error
    throw new ApiFault(
      `There is no namespace ${name}, and this server isn't allowed to create it: kubectl create namespace ${name}`,
      403,
      error.reason,
    )
  }
}
