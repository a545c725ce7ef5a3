import type { V1ResourceQuota } from '@kubernetes/client-node'
import type { Capacity } from '../../../ports/containers.ts'
import type { ApiPaths } from './api-paths.ts'
import { ApiFault } from './fault.ts'
import type { KubernetesSettings } from './needs.ts'
import type { Transport } from './transport.ts'

type Settings = Pick<KubernetesSettings, 'reach' | 'requestPercent'>

/** Null where the namespace has none, or this account may not read it. */
export const readQuota = async (
  transport: Transport,
  { quotas: path }: ApiPaths,
  settings: Settings,
): Promise<Capacity | null> => {
  try {
    const { items } = await transport.json<{ items: V1ResourceQuota[] }>({ method: 'GET', path })
    return capacityOf(items, settings)
  } catch (error) {
    if (error instanceof ApiFault && error.status === 403) return null
    throw error
  }
}

/** What all quotas together leave instances, in limits as challenges state them. */
export const capacityOf = (
  quotas: readonly V1ResourceQuota[],
  { reach, requestPercent }: Settings,
): Capacity | null => {
  // Those with a scope are about pods of other kinds.
  const hard = quotas
    .filter(({ spec }) => spec?.scopes === undefined && spec?.scopeSelector === undefined)
    .flatMap(({ spec }) => Object.entries(spec?.hard ?? {}))
  if (hard.length === 0) return null
  const least = (names: readonly string[]): number =>
    Math.min(...hard.flatMap(([name, text]) => (names.includes(name) ? [quantityOf(text)] : [])))
  const share = requestPercent / 100
  const of = (resource: 'cpu' | 'memory'): number =>
    Math.min(
      least([`limits.${resource}`]),
      share === 0 ? Infinity : least([resource, `requests.${resource}`]) / share,
    )
  const ports = ['services', 'count/services', 'services.nodeports']
  return {
    cpu: of('cpu'),
    memoryMb: of('memory') / 1_048_576,
    addresses: least(['pods', 'count/pods', ...(reach === 'Published' ? ports : [])]),
    isQuota: true,
  }
}

const factors: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
}

/** What can't be read bounds nothing. */
export const quantityOf = (text: string): number => {
  const [, digits = '', unit = ''] = /^\+?(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)([A-Za-z]{0,2})$/.exec(text) ?? []
  const factor = unit === '' ? 1 : factors[unit]
  return digits === '' || factor === undefined ? Infinity : Number(digits) * factor
}
