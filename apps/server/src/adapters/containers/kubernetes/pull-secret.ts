import type { V1Secret } from '@kubernetes/client-node'
import { loginFor } from '../login.ts'
import type { RegistryLogins } from '../login.ts'
import { parseReference } from '../reference.ts'
import { installationLabels } from './label.ts'
import { ownName } from './name.ts'

export function pullSecret(image: string, registries: RegistryLogins, installation: string): V1Secret | null {
  const reference = parseReference(image)
  const login = reference && loginFor(reference, registries)
  if (login === null || reference === null) return null
  const { username, password, serveraddress } = login
  const auth = Buffer.from(`${username}:${password}`).toString('base64')
  const entry = { username, password, auth }
  // Nodes go by the host in the image's name.
  const auths = Object.fromEntries([reference.host, serveraddress].map((address) => [address, entry]))
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: ownName(reference.host, installation, reference.host),
      labels: installationLabels(installation),
    },
    type: 'kubernetes.io/dockerconfigjson',
    data: { [key]: Buffer.from(JSON.stringify({ auths })).toString('base64') },
  }
}

export const isSameLogin = (one: V1Secret, other: V1Secret): boolean => one.data?.[key] === other.data?.[key]

const key = '.dockerconfigjson'
