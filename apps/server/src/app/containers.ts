import { existsSync } from 'node:fs'
import { chooseContainers } from '../adapters/containers/choose.ts'
import { localSocket, parseDaemonAddress } from '../adapters/containers/docker/address.ts'
import { publicHostOf } from '../adapters/containers/docker/entry.ts'
import { createNoContainers } from '../adapters/containers/none.ts'
import type { Config } from '../config/schema.ts'
import { createVault } from '../core/setting/vault.ts'
import type { Containers } from '../ports/containers.ts'
import type { Out } from '../telemetry/out.ts'

type Needs = {
  config: Pick<Config, 'containerProvider' | 'registries'>
  /** Where people open the site, now; null while nobody knows. */
  siteUrl: () => string | null
  secretKey: string
  /** This process runs as a pod of a cluster. */
  inCluster: boolean
  out: Out
}

/** The libraries are loaded where they are needed, and nothing is asked before something is to run. */
export const openContainers = async ({
  config,
  siteUrl,
  secretKey,
  inCluster,
  out,
}: Needs): Promise<Containers> => {
  const { type, dockerConfig, kubernetesConfig, publicEntry, startsAtOnce, capabilities, allowSetuid } =
    config.containerProvider
  const rights = { capabilities, allowSetuid }
  const hasDocker = dockerConfig.uri !== '' || existsSync(localSocket(process.platform))
  const kind = chooseContainers({ type, inCluster, hasDocker })
  if (kind === 'none') return createNoContainers()
  const needs = {
    registries: config.registries,
    installation: createVault(secretKey).derive('installation').toString('hex').slice(0, 16),
    publicEntry,
    startsAtOnce,
    onNote: (note: string) => out.warn(note),
  }
  if (kind === 'docker') {
    const { createDockerContainers } = await import('../adapters/containers/docker/create.ts')
    return createDockerContainers({
      ...needs,
      siteHost: () => hostOf(siteUrl()),
      settings: { ...dockerConfig, ...rights },
    })
  }
  const { createKubernetesContainers } = await import('../adapters/containers/kubernetes/create.ts')
  return createKubernetesContainers({ ...needs, settings: { ...kubernetesConfig, ...rights } })
}

/** The host that players are told instances are at; null where nothing is published, or only the cluster knows. */
export const publishedAt = (
  { containerProvider }: Pick<Config, 'containerProvider'>,
  kind: Containers['kind'],
  siteUrl: string | null,
): string | null => {
  const { portMappingType, publicEntry, dockerConfig } = containerProvider
  if (kind === 'none' || portMappingType === 'PlatformProxy') return null
  if (kind === 'kubernetes') return publicEntry.trim() === '' ? null : publicEntry.trim()
  return publicHostOf(
    { publicEntry, siteHost: hostOf(siteUrl) },
    parseDaemonAddress(dockerConfig.uri, false, process.platform),
  )
}

const hostOf = (siteUrl: string | null): string =>
  siteUrl === null ? '' : new URL(siteUrl).hostname.replace(/^\[|\]$/g, '')
