import { dockerLeftOut, dockerTitled, sharedDocker } from '../../../../../../tests/kit/shared-docker.ts'
import { openProvider } from '../../../../../../tests/kit/docker-provider.ts'
import { describeContainers } from '../containers.suite.ts'

describeContainers(
  dockerTitled('Docker on another machine'),
  () => openProvider(sharedDocker().remoteUri),
  dockerLeftOut(),
)
