import {
  dockerSkipReason,
  withDockerSkipReason,
  sharedDocker,
} from '../../../../../../tests/kit/shared-docker.ts'
import { openProvider } from '../../../../../../tests/kit/docker-provider.ts'
import { describeContainers } from '../containers.suite.ts'

describeContainers(
  withDockerSkipReason('Docker on another machine'),
  () => openProvider({ uri: sharedDocker().remoteUri }),
  dockerSkipReason(),
)
