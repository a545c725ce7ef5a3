import type { ProxyNeeds } from '../../apps/server/src/adapters/containers/docker-proxy/create.ts'
import type { Rules } from '../../apps/server/src/adapters/containers/docker-proxy/known.ts'
import type { DockerNeeds } from '../../apps/server/src/adapters/containers/docker/needs.ts'

/** For a server with these needs. */
export const proxyRules = ({
  installation,
  settings,
}: Pick<DockerNeeds, 'installation' | 'settings'>): Rules => ({
  installation,
  prefix: settings.challengeNetwork,
  registries: ['docker.io', 'localhost:1'],
  capabilities: settings.capabilities,
  maxProcesses: settings.maxProcesses,
  publishes: true,
})

export const quietProxy: Omit<ProxyNeeds, 'socket' | 'docker' | 'rules'> = {
  version: '1.2.3',
  clock: { now: Date.now },
  onRefused: () => undefined,
  onNote: () => undefined,
  report: () => undefined,
}
