import type { ContainersSetup } from '../../apps/server/src/adapters/containers/containers.suite.ts'
import type { DockerNeeds } from '../../apps/server/src/adapters/containers/docker/needs.ts'
import { createDockerContainers } from '../../apps/server/src/adapters/containers/docker/create.ts'
import { askDocker, dockerNeeds, removeNetworks } from './shared-docker.ts'
import { imageName } from './docker-image.ts'

type Options = { uri: string; strangerUri?: string; needs?: DockerNeeds; close?: () => Promise<unknown> }

export const openProvider = async ({
  uri,
  strangerUri = uri,
  needs = dockerNeeds(uri),
  close = async () => undefined,
}: Options): Promise<ContainersSetup> => {
  const at = (address: string): DockerNeeds => ({ ...needs, settings: { ...needs.settings, uri: address } })
  const containers = createDockerContainers(at(uri))
  const stranger = createDockerContainers({ ...at(strangerUri), installation: 'another' })
  return {
    containers,
    stranger,
    reachable: true,
    refusesIsolated: true,
    images: {
      echo: imageName('echo'),
      flag: imageName('flag'),
      talkative: imageName('talkative'),
      flood: imageName('flood'),
      deaf: imageName('deaf'),
      ends: imageName('ends'),
      unknown: 'localhost:1/pennant-test/unknown:1',
    },
    end: async (id) => void (await askDocker('POST', `/containers/${id}/kill`)),
    remove: async (id) => void (await askDocker('DELETE', `/containers/${id}?force=1`)),
    async close() {
      await Promise.all([containers.close(), stranger.close()])
      await close()
      await removeNetworks(needs.settings.challengeNetwork ?? '')
    },
  }
}
