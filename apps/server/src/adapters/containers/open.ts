import { existsSync } from 'node:fs'
import { platform } from 'node:os'
import type { Containers } from '../../ports/containers.ts'
import { chooseContainers } from './choose.ts'
import { localSocket, parseDaemonAddress } from './docker/address.ts'
import { publicHostOf } from './docker/entry.ts'
import type { DockerSettings } from './docker/needs.ts'
import type { KubernetesSettings } from './kubernetes/needs.ts'
import type { RegistryLogins } from './login.ts'
import { createNoContainers } from './none.ts'

type Rights = 'capabilities' | 'allowSetuid'

export type ContainerSettings = Pick<DockerSettings, Rights> & {
  readonly type: 'Auto' | 'None' | 'Docker' | 'Kubernetes'
  readonly publicEntry: string
  readonly portMappingType: 'Default' | 'PlatformProxy'
  readonly startsAtOnce: number
  readonly dockerConfig: Omit<DockerSettings, Rights>
  readonly kubernetesConfig: Omit<KubernetesSettings, Rights>
}

type OpenContext = {
  registries: RegistryLogins
  installation: string
  siteUrl: () => string | null
  inCluster: boolean
  onNote: (note: string) => void
}

export const openContainers = async (
  settings: ContainerSettings,
  { siteUrl, inCluster, ...context }: OpenContext,
): Promise<Containers> => {
  const { type, dockerConfig, kubernetesConfig, publicEntry, startsAtOnce, capabilities, allowSetuid } =
    settings
  const rights = { capabilities, allowSetuid }
  const hasDocker = dockerConfig.uri !== '' || existsSync(localSocket(platform()))
  const kind = chooseContainers({ type, inCluster, hasDocker })
  if (kind === 'none') return createNoContainers()
  const needs = { ...context, publicEntry, startsAtOnce }
  if (kind === 'docker') {
    const { createDockerContainers } = await import('./docker/create.ts')
    return createDockerContainers({
      ...needs,
      siteHost: () => hostOf(siteUrl()),
      settings: { ...dockerConfig, ...rights },
    })
  }
  const { createKubernetesContainers } = await import('./kubernetes/create.ts')
  return createKubernetesContainers({ ...needs, settings: { ...kubernetesConfig, ...rights } })
}

/** Null if nothing is published, or only the cluster knows. */
export const publishedAt = (
  { portMappingType, publicEntry, dockerConfig }: ContainerSettings,
  kind: Containers['kind'],
  siteUrl: string | null,
): string | null => {
  if (kind === 'none' || portMappingType === 'PlatformProxy') return null
  if (kind === 'kubernetes') return publicEntry.trim() === '' ? null : publicEntry.trim()
  return publicHostOf(
    { publicEntry, siteHost: hostOf(siteUrl) },
    parseDaemonAddress(dockerConfig.uri, false, platform()),
  )
}

const hostOf = (siteUrl: string | null): string =>
  siteUrl === null ? '' : new URL(siteUrl).hostname.replace(/^\[|\]$/g, '')
