import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openProvider } from '../../../../../../tests/kit/docker-provider.ts'
import { proxyRules, quietProxy } from '../../../../../../tests/kit/docker-proxy-needs.ts'
import { dockerNeeds, dockerSkipReason, sharedDocker } from '../../../../../../tests/kit/shared-docker.ts'
import { withSkipReason } from '../../../../../../tests/kit/skip-reason.ts'
import { describeContainers } from '../containers.suite.ts'
import { startDockerProxy } from './create.ts'

describeContainers(
  withSkipReason('Docker through the Docker proxy', dockerSkipReason()),
  async () => {
    const folder = await mkdtemp('/tmp/pennant-proxy-')
    const needs = dockerNeeds('')
    const start = async (name: string, installation: string) => {
      const socket = join(folder, name)
      const docker = sharedDocker().uri.replace('unix://', '')
      const rules = proxyRules({ ...needs, installation })
      return {
        uri: `unix://${socket}`,
        ...(await startDockerProxy({ ...quietProxy, socket, docker, rules })),
      }
    }
    const [ours, theirs] = [await start('ours', needs.installation), await start('theirs', 'another')]
    return openProvider({
      uri: ours.uri,
      strangerUri: theirs.uri,
      needs,
      async close() {
        await Promise.all([ours.close(), theirs.close()])
        await rm(folder, { recursive: true })
      },
    })
  },
  dockerSkipReason(),
)
