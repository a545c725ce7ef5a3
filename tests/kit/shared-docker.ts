import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { DockerNeeds } from '../../apps/server/src/adapters/containers/docker/needs.ts'
import { ask } from './docker-request.ts'
import type { SharedDocker } from './docker-setup.ts'
import { withSkipReason } from './skip-reason.ts'

export const dockerSkipReason = (): string | null => {
  const docker = inject('docker')
  return 'missing' in docker ? docker.missing : null
}

export const withDockerSkipReason = (name: string): string => withSkipReason(name, dockerSkipReason())

export const sharedDocker = (): SharedDocker => {
  const docker = inject('docker')
  if ('missing' in docker) throw new Error(docker.missing)
  return docker
}

type Given = Partial<Omit<DockerNeeds, 'settings'>> & { settings?: Partial<DockerNeeds['settings']> }

/** With separate networks, so that tests do not see each other. */
export const dockerNeeds = (uri: string, given: Given = {}): DockerNeeds => {
  const name = randomBytes(4).toString('hex')
  return {
    registries: {},
    installation: name,
    publicEntry: '',
    siteHost: () => '',
    startsAtOnce: 4,
    onNote: () => undefined,
    ...given,
    settings: {
      uri,
      userName: null,
      password: null,
      tlsCa: null,
      tlsCert: null,
      tlsKey: null,
      challengeNetwork: `net-${name}`,
      reach: 'Auto',
      capabilities: [],
      allowSetuid: false,
      maxProcesses: 512,
      ...given.settings,
    },
  }
}

export const askDocker = (
  method: string,
  path: string,
  uri = sharedDocker().uri,
  content?: object,
): Promise<string> => ask(uri.replace('unix://', ''), method, path, content)

export const inspected = async (path: string, uri?: string): Promise<Record<string, unknown>> =>
  JSON.parse(await askDocker('GET', path, uri))

export const removeNetworks = async (prefix: string, uri?: string): Promise<void> => {
  for (const mode of ['open', 'isolated', 'custom'])
    await askDocker('DELETE', `/networks/${prefix}-${mode}`, uri).catch(() => undefined)
}
