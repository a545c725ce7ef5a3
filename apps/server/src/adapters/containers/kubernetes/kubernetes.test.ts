import { collectionOf } from '../../../../../../tests/kit/fake-kubernetes-api.ts'
import {
  createKubernetesWorld,
  shortTiming,
  kubernetesNamespace,
} from '../../../../../../tests/kit/kubernetes-world.ts'
import { describeContainers } from '../containers.suite.ts'

const pods = collectionOf(kubernetesNamespace, 'pods')

describeContainers('Kubernetes', async () => {
  const world = await createKubernetesWorld()
  const { cluster } = world
  return {
    containers: world.provider({ timing: { ...shortTiming, listenWithinMs: 300 } }),
    stranger: world.provider(),
    images: {
      echo: 'registry.example/echo:1',
      flag: 'registry.example/flag:1',
      talkative: 'registry.example/talkative:1',
      flood: 'registry.example/flood:1',
      deaf: 'registry.example/deaf:1',
      ends: 'registry.example/ends:1',
      unknown: 'registry.example/unknown:1',
    },
    reachable: true,
    end: async (runtimeId) => cluster.node.end(uidOf(runtimeId)),
    remove: async (runtimeId) => cluster.node.stopPod(pods, nameOf(runtimeId)),
    close: () => world.close(),
  }
})

const nameOf = (runtimeId: string): string => runtimeId.split('.')[0] ?? ''
const uidOf = (runtimeId: string): string => runtimeId.split('.')[1] ?? ''
