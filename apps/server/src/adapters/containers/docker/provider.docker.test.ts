import {
  dockerSkipReason,
  withDockerSkipReason,
  sharedDocker,
} from '../../../../../../tests/kit/shared-docker.ts'
import { openProvider } from '../../../../../../tests/kit/docker-provider.ts'
import { describeContainers } from '../containers.suite.ts'

describeContainers(
  withDockerSkipReason('Docker on this machine'),
  () => openProvider({ uri: sharedDocker().uri }),
  dockerSkipReason(),
)
