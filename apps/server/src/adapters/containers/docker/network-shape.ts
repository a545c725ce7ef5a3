import type { NetworkCreateOptions, NetworkInspectInfo } from 'dockerode'
import type { NetworkMode } from '@pennant/contract/enums'
import { bridgeFor, bridgeOption } from './bridge.ts'
import { installationLabel } from './label.ts'

export type NetworkOptions = {
  readonly mode: NetworkMode
  readonly publishes: boolean
}

type Shape = { Internal: boolean; Options: Record<string, string> }

const neighborsOption = 'com.docker.network.bridge.enable_icc'
const masqueradeOption = 'com.docker.network.bridge.enable_ip_masquerade'

/** Isolated networks have no way out; with published ports Docker requires one, which packet rules close. */
export const shapeOf = (name: string, { mode, publishes }: NetworkOptions): Shape => ({
  Internal: mode === 'Isolated' && !publishes,
  Options: {
    [bridgeOption]: bridgeFor(name),
    [neighborsOption]: 'false',
    [masqueradeOption]: String(mode === 'Open'),
  },
})

export const creationOf = (
  name: string,
  installation: string,
  options: NetworkOptions,
): NetworkCreateOptions => ({
  Name: name,
  Driver: 'bridge',
  CheckDuplicate: true,
  Attachable: true,
  EnableIPv6: false,
  Labels: { [installationLabel]: installation },
  ...shapeOf(name, options),
})

export type NetworkMismatch = {
  readonly message: string
  readonly isFatal: boolean
}

export const mismatchOf = (
  found: NetworkInspectInfo,
  { mode, publishes }: NetworkOptions,
): NetworkMismatch | null => {
  const isolated = mode === 'Isolated'
  const lacks = (message: string, isFatal: boolean): NetworkMismatch => ({ message, isFatal })
  if (found.Driver !== 'bridge') return lacks(`has the driver ${found.Driver} instead of bridge`, isolated)
  if (found.Internal && (publishes || !isolated))
    return lacks('is internal, so that no ports are published and no way leads out', true)
  if (found.Options?.[neighborsOption] !== 'false') return lacks('lets instances reach each other', true)
  if (isolated && !found.Internal && found.Options[masqueradeOption] !== 'false')
    return lacks('lets isolated instances reach other networks', true)
  if (isolated && !found.Internal && !publishes)
    return lacks('has a way out, which only packet rules close', false)
  if (found.Options[bridgeOption] !== bridgeFor(found.Name))
    return lacks('has a bridge without a fixed name', false)
  return null
}
