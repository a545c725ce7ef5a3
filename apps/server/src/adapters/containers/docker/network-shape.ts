import type { NetworkInspectInfo } from 'dockerode'
import type { NetworkMode } from '@pennant/contract/enums'

export type NetworkWish = {
  readonly mode: NetworkMode
  /** A port of a container in it is published. */
  readonly publishes: boolean
  /** Our own container, when it is to join. */
  readonly self: string | null
}

type Shape = { Internal: boolean; Options: Record<string, string> }

const neighboursOption = 'com.docker.network.bridge.enable_icc'
const masqueradeOption = 'com.docker.network.bridge.enable_ip_masquerade'

/**
 * Instances do not reach each other, unless our own container has to reach them: it is one among them then.
 * Isolated means no way out at all; but where ports are published Docker needs a gateway, and it is only that
 * what leaves bears an address to which nothing comes back.
 */
export const shapeOf = ({ mode, publishes, self }: NetworkWish): Shape => ({
  Internal: mode === 'Isolated' && !publishes,
  Options: {
    [neighboursOption]: String(self !== null),
    [masqueradeOption]: String(mode === 'Open'),
  },
})

export type Misfit = { readonly words: string; readonly isFatal: boolean }

/** What a network that is there lacks, as the end of a sentence. */
export const misfitOf = (found: NetworkInspectInfo, wish: NetworkWish): Misfit | null => {
  const shape = shapeOf(wish)
  const lacks = (words: string, isFatal = false): Misfit => ({ words, isFatal })
  if (found.Driver !== 'bridge') return lacks(`has the driver ${found.Driver} instead of bridge`)
  if (found.Internal && !shape.Internal) return lacks('is internal, so that it publishes no ports', true)
  if (!found.Internal && shape.Internal) return lacks('has a way out, although it is for isolated instances')
  const neighbours = found.Options?.[neighboursOption] !== 'false'
  if (neighbours && wish.self === null) return lacks('lets instances reach each other')
  if (!neighbours && wish.self !== null)
    return lacks('does not let this server, itself a container, reach instances')
  if (wish.mode === 'Isolated' && !found.Internal && found.Options?.[masqueradeOption] !== 'false')
    return lacks('lets isolated instances reach other networks')
  return null
}
