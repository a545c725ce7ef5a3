import {
  askDocker,
  dockerLeftOut,
  dockerNeeds,
  dockerTitled,
  removeNetworks,
  sharedDocker,
} from '../../../../../../tests/kit/docker-bench.ts'
import { imageName } from '../../../../../../tests/kit/docker-image.ts'
import { type ContainersBench, describeContainers } from '../containers.suite.ts'
import { createDockerContainers } from './create.ts'

const open = async (uri: string): Promise<ContainersBench> => {
  const needs = dockerNeeds(uri)
  const containers = createDockerContainers(needs)
  const stranger = createDockerContainers({ ...needs, installation: 'another' })
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
      await removeNetworks(needs.settings.challengeNetwork ?? '')
    },
  }
}

describeContainers(dockerTitled('Docker on this machine'), () => open(sharedDocker().uri), dockerLeftOut())
describeContainers(
  dockerTitled('Docker on another machine'),
  () => open(sharedDocker().remoteUri),
  dockerLeftOut(),
)
