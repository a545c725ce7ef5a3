import type { V1ContainerState, V1Pod, V1PodStatus } from '@kubernetes/client-node'
import { describe, expect, it } from 'vitest'
import { isOver, knownPod, stateOf } from './pod-state.ts'

const pod = (status: V1PodStatus, metadata: V1Pod['metadata'] = {}): V1Pod => ({
  metadata: { name: 'web-1', uid: 'u-1', ...metadata },
  spec: { containers: [{ name: 'instance', image: 'registry.example/web:1' }] },
  status,
})
const at = (state: V1ContainerState, more: V1PodStatus = {}, ready = false, imageID = ''): V1Pod =>
  pod({
    phase: 'Pending',
    podIP: '10.2.3.4',
    conditions: [{ type: 'PodScheduled', status: 'True' }],
    containerStatuses: [{ name: 'instance', image: '', imageID, ready, restartCount: 0, state }],
    ...more,
  })

describe('what a pod is at', () => {
  it.each<[string, V1Pod, object]>([
    ['nothing is known', pod({}), { kind: 'waiting', phase: 'starting', noRoom: null, pull: null }],
    [
      'it has no node',
      pod({
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3' }],
      }),
      { kind: 'waiting', phase: 'starting', noRoom: '0/3', pull: null },
    ],
    [
      'it is held back by a gate',
      pod({ conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] }),
      { kind: 'waiting', phase: 'starting', noRoom: null, pull: null },
    ],
    [
      'it has just been given a node',
      pod({ conditions: [{ type: 'PodScheduled', status: 'True' }] }),
      { kind: 'waiting', phase: 'pulling', noRoom: null, pull: null },
    ],
    [
      'its image is on the way',
      at({ waiting: { reason: 'ContainerCreating' } }),
      { kind: 'waiting', phase: 'pulling', noRoom: null, pull: null },
    ],
    [
      'it runs and is not ready',
      at({ running: {} }, {}, false, 'sha256:0'),
      { kind: 'running', ip: '10.2.3.4', isReady: false },
    ],
    [
      'it runs',
      at({ running: {} }, { phase: 'Running' }, true, 'x'),
      { kind: 'running', ip: '10.2.3.4', isReady: true },
    ],
    [
      'it ran out of memory',
      at({ terminated: { exitCode: 137, reason: 'OOMKilled' } }, { phase: 'Failed' }),
      { kind: 'ended', detail: 'It ended with exit code 137 (OOMKilled).' },
    ],
    [
      'it could not be begun',
      at({ terminated: { exitCode: 128, reason: 'StartError', message: 'exec:\n "x": not found' } }),
      { kind: 'ended', detail: 'It ended with exit code 128 (StartError: exec: "x": not found).' },
    ],
    [
      'its node was thrown over',
      pod({ phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory' }),
      { kind: 'failed', refused: 'quota', detail: 'Evicted (The node was low on memory)' },
    ],
    ['it failed without a word', pod({ phase: 'Failed' }), { kind: 'ended', detail: 'Failed' }],
    [
      'its registry does not answer',
      at({ waiting: { reason: 'RegistryUnavailable', message: 'i/o timeout' } }),
      {
        kind: 'waiting',
        phase: 'pulling',
        noRoom: null,
        pull: {
          refused: 'unavailable',
          detail: 'registry.example/web:1: RegistryUnavailable (i/o timeout)',
          isBackOff: false,
        },
      },
    ],
    [
      'the kubelet pauses before it pulls again',
      at({ waiting: { reason: 'ImagePullBackOff' } }),
      {
        kind: 'waiting',
        phase: 'pulling',
        noRoom: null,
        pull: { refused: 'image', detail: 'registry.example/web:1: ImagePullBackOff', isBackOff: true },
      },
    ],
    [
      'it cannot be configured',
      at({ waiting: { reason: 'CreateContainerConfigError', message: 'no' } }),
      {
        kind: 'failed',
        refused: 'invalid',
        detail: 'registry.example/web:1: CreateContainerConfigError (no)',
      },
    ],
    [
      'it is removed',
      { ...at({ running: {} }, {}, true), metadata: { deletionTimestamp: new Date(0) } },
      { kind: 'leaving' },
    ],
  ])('when %s', (_when, given, state) => {
    expect(stateOf(given)).toEqual(state)
  })

  it.each(['InvalidImageName', 'ErrImageNeverPull', 'ImageInspectError'])(
    'is without hope for the image when it is %s',
    (reason) => {
      expect(stateOf(at({ waiting: { reason } }))).toEqual({
        kind: 'failed',
        refused: 'image',
        detail: `registry.example/web:1: ${reason}`,
      })
    },
  )

  it('is told of its own container, whatever stands before it', () => {
    const { status, ...rest } = at({ running: {} }, { phase: 'Running' }, true, 'x')
    const besides = {
      name: 'mesh-proxy',
      image: '',
      imageID: '',
      ready: false,
      restartCount: 0,
      state: { terminated: { exitCode: 1 } },
    }
    const meshed = {
      ...rest,
      status: { ...status, containerStatuses: [besides, ...(status?.containerStatuses ?? [])] },
    }
    expect(stateOf(meshed)).toEqual({ kind: 'running', ip: '10.2.3.4', isReady: true })
    expect(isOver(meshed)).toBe(false)
  })

  it('is over when it has ended or is being removed', () => {
    expect(isOver(at({ running: {} }, { phase: 'Running' }, true))).toBe(false)
    expect(isOver(pod({ phase: 'Pending' }))).toBe(false)
    expect(isOver(pod({ phase: 'Succeeded' }))).toBe(true)
    expect(isOver(pod({ phase: 'Failed' }))).toBe(true)
    expect(isOver(at({ terminated: { exitCode: 0 } }))).toBe(true)
    expect(isOver(pod({}, { deletionTimestamp: new Date(0) }))).toBe(true)
  })
})

it('a pod is known by name and identity, and by our id where it makes sense', () => {
  const id = '0190d7e8-0000-7000-8000-00000000000a'
  const labelled = (value: string): V1Pod => pod({}, { labels: { 'pennant.dev/instance': value } })
  expect(knownPod(labelled(id))).toEqual({ name: 'web-1', uid: 'u-1', runtimeId: 'web-1.u-1', orderId: id })
  expect(knownPod(labelled('mine')).orderId).toBeNull()
  expect(knownPod(pod({})).orderId).toBeNull()
})
