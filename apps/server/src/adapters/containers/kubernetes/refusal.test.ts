import type { CoreV1Event } from '@kubernetes/client-node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createKubernetesWorld,
  kubernetesNamespace as namespace,
  type KubernetesWorld,
  outcomeOf,
} from '../../../../../../tests/kit/kubernetes-world.ts'
import type { ContainerOrder, StartOutcome } from '../../../ports/containers.ts'
import { orderOf, startedOf } from '../containers.suite.ts'
import type { KubernetesSettings } from './needs.ts'

let world: KubernetesWorld
beforeEach(async () => {
  world = await createKubernetesWorld()
})
afterEach(() => world.close())

const echo = 'registry.example/echo:1'
const start = (
  image = echo,
  settings: Partial<KubernetesSettings> = {},
  more: Partial<ContainerOrder> = {},
): Promise<StartOutcome> => outcomeOf(world.provider({}, settings), orderOf(image, more))
const nothingLeft = async (): Promise<void> => {
  expect(world.objects('pods')).toEqual([])
  await vi.waitFor(() => expect(world.objects('services')).toEqual([]), 20_000)
}

describe('an instance that does not start', () => {
  it('has an image that nobody has, or that is none', async () => {
    expect(await start('registry.example/none:1', {}, { published: true })).toEqual({
      refused: 'image',
      detail:
        'registry.example/none:1: ErrImagePull (failed to pull and unpack image "registry.example/none:1": not found)',
    })
    expect(await start('registry.example/None:1')).toEqual({
      refused: 'image',
      detail: expect.stringContaining('InvalidImageName'),
    })
    await nothingLeft()
  })

  it('waits for a registry that is away for a moment, and gives up once the kubelet has paused twice', async () => {
    const { images } = world.cluster.node
    const whole = images.get(echo)
    const away = { reason: 'ErrImagePull', message: 'dial tcp: i/o timeout' }
    if (whole === undefined) throw new Error('there is no such image')
    images.set('registry.example/shaky:1', { ...whole, failures: [away] })
    startedOf(await start('registry.example/shaky:1'))
    images.set('registry.example/broken:1', { ...whole, failures: [away, away, away] })
    expect(await start('registry.example/broken:1')).toEqual({
      refused: 'image',
      detail: 'registry.example/broken:1: ErrImagePull (dial tcp: i/o timeout)',
    })
  })

  it('finds no node with room for it', async () => {
    world.cluster.node.noRoom = '0/3 nodes are available: 3 Insufficient cpu.'
    expect(await start(echo, { schedulingSeconds: 1 })).toEqual({
      refused: 'quota',
      detail: 'No node has room for it: 0/3 nodes are available: 3 Insufficient cpu.',
    })
    await nothingLeft()
  })

  it('is beyond the quota of the namespace', async () => {
    world.cluster.quota = 1
    startedOf(await start())
    expect(await start()).toEqual({
      refused: 'quota',
      detail: expect.stringContaining('exceeded quota: games, requested: pods=1, used: pods=1'),
    })
    expect(world.objects('pods')).toHaveLength(1)
  })

  it('asks for what the API does not take', async () => {
    expect(await start(echo, {}, { environment: { 'no=name': 'x' } })).toEqual({
      refused: 'invalid',
      detail: expect.stringContaining('env: Invalid value: "no=name"'),
    })
    await nothingLeft()
  })

  it('ends at once, and what it says is told without its flag', async () => {
    const outcome = await start('registry.example/ends:1', {}, { environment: { FLAG: 'flag{secret}' } })
    expect(outcome).toEqual({
      refused: 'exited',
      detail: 'It ended with exit code 3 (Error). these are its last words, …',
    })
    await nothingLeft()
  })

  it('ends in its first moments', async () => {
    const starting = start('registry.example/deaf:1')
    const running = (): boolean => world.cluster.node.isRunning(uidOfOnly())
    await vi.waitFor(() => expect(running()).toBe(true), 20_000)
    world.cluster.node.end(uidOfOnly())
    expect(await starting).toEqual({ refused: 'exited', detail: 'It ended with exit code 137 (Error).' })
    await nothingLeft()
  })

  it('is removed by somebody while it starts', async () => {
    const starting = start('registry.example/deaf:1')
    await vi.waitFor(() => expect(world.objects('pods')).toHaveLength(1), 20_000)
    const [pod] = world.cluster.objects(`${namespace}/pods`)
    world.cluster.node.stopPod(`${namespace}/pods`, pod?.metadata.name ?? '')
    expect(await starting).toEqual({
      refused: 'exited',
      detail: 'It was removed while it started.',
    })
    await nothingLeft()
  })

  it('takes too long, and the last complaint of the cluster says why', async () => {
    const { images } = world.cluster.node
    const slow = images.get('registry.example/slow:1')
    if (slow) images.set('registry.example/slow:1', { ...slow, slowMs: 60_000 })
    const starting = start('registry.example/slow:1', { startSeconds: 1 })
    await vi.waitFor(() => expect(world.objects('pods')).toHaveLength(1), 20_000)
    complain('FailedScheduling', 'an older one', '2026-01-01T00:00:00Z')
    complain('FailedCreatePodSandBox', 'network plugin is not ready', '2026-01-01T00:00:09Z')
    expect(await starting).toEqual({
      refused: 'timeout',
      detail: 'It was not running after 1 seconds. FailedCreatePodSandBox: network plugin is not ready',
    })
    await nothingLeft()
  })

  it('is thrown out by a node that has become full', async () => {
    const starting = start('registry.example/deaf:1')
    await vi.waitFor(() => expect(world.objects('pods')).toHaveLength(1), 20_000)
    const [pod] = world.cluster.objects(`${namespace}/pods`)
    world.cluster.store.change(`${namespace}/pods`, pod?.metadata.name ?? '', (found) => {
      found['status'] = { phase: 'Failed', reason: 'OutOfmemory', message: 'Node did not have enough memory' }
    })
    expect(await starting).toEqual({
      refused: 'quota',
      detail: 'OutOfmemory (Node did not have enough memory)',
    })
    await nothingLeft()
  })
})

it('an instance waits for a node that is just being added', async () => {
  world.cluster.node.noRoom = '0/3 nodes are available'
  const starting = start()
  await vi.waitFor(() => {
    const [pod] = world.cluster.objects(`${namespace}/pods`)
    expect(JSON.stringify(pod?.['status'])).toContain('Unschedulable')
  }, 10_000)
  world.cluster.node.makeRoom()
  startedOf(await starting)
})

const uidOfOnly = (): string => world.cluster.objects(`${namespace}/pods`)[0]?.metadata.uid ?? ''

let complaints = 0
const complain = (reason: string, message: string, lastTimestamp: string): void => {
  complaints += 1
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `complaint-${complaints}` },
    type: 'Warning',
    involvedObject: { uid: uidOfOnly() },
    reason,
    message,
    lastTimestamp,
  }
  world.cluster.store.add(`${namespace}/events`, event satisfies Omit<CoreV1Event, 'lastTimestamp'> & object)
}
