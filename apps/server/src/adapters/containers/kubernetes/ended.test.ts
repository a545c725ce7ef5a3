import type { V1ContainerStateTerminated, V1PodStatus } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import { endOfPod } from './ended.ts'
import { containerName } from './pod.ts'

const quiet = { image: '', imageID: '', ready: false, restartCount: 0 }

const terminated = (state: V1ContainerStateTerminated): V1PodStatus => ({
  phase: 'Failed',
  containerStatuses: [
    { ...quiet, name: 'proxy', state: { terminated: { exitCode: 99, reason: 'Error' } } },
    { ...quiet, name: containerName, state: { terminated: state } },
  ],
})

it.each<[string, V1PodStatus, ReturnType<typeof endOfPod>]>([
  ['exits', terminated({ exitCode: 0, reason: 'Completed' }), { reason: 'Exited', exitCode: 0 }],
  ['fails', terminated({ exitCode: 2, reason: 'Error' }), { reason: 'Exited', exitCode: 2 }],
  ['is killed', terminated({ exitCode: 137, reason: 'Error' }), { reason: 'Killed', exitCode: 137 }],
  [
    'lacks memory',
    terminated({ exitCode: 137, reason: 'OOMKilled' }),
    { reason: 'OutOfMemory', exitCode: 137 },
  ],
  ['is evicted', { phase: 'Failed', reason: 'Evicted' }, { reason: 'Evicted', exitCode: null }],
  [
    'makes way for a drain',
    {
      ...terminated({ exitCode: 143, reason: 'Error' }),
      conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }],
    },
    { reason: 'Evicted', exitCode: 143 },
  ],
  ['ends without a word', { phase: 'Failed' }, { reason: 'Exited', exitCode: null }],
  ['is deleted', { phase: 'Running' }, { reason: 'Removed', exitCode: null }],
])('how a pod ended that %s is read from its status', (_what, status, end) => {
  expect(endOfPod({ status })).toEqual(end)
})
