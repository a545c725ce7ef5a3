import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { NetworkInspectInfo } from 'dockerode'

export const bridgeOption = 'com.docker.network.bridge.name'

/** Known before the network exists, so that rules can name it. Interface names have up to 15 characters. */
export const bridgeFor = (networkName: string): string =>
  `pennant-${createHash('sha256').update(networkName).digest('hex').slice(0, 7)}`

type Found = Pick<NetworkInspectInfo, 'Id' | 'Driver' | 'Options'>

export const bridgeOf = ({ Id, Driver, Options }: Found): string | null => {
  if (Driver !== 'bridge') return null
  const name = Options?.[bridgeOption] ?? `br-${Id.slice(0, 12)}`
  // The name becomes part of packet rules.
  return /^[\w.-]{1,15}$/.test(name) ? name : null
}

// This file follows the network namespace; /sys doesn't.
export const interfacesHere = async (): Promise<ReadonlySet<string>> => {
  const table = await readFile('/proc/self/net/dev', 'utf8').catch(() => '')
  return new Set([...table.matchAll(/^\s*([^\s:]+):/gm)].map(([, name = '']) => name))
}
