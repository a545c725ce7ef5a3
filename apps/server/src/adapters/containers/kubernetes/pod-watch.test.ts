import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKubernetesWorld, type KubernetesWorld } from '../../../../../../tests/kit/kubernetes-world.ts'
import { openAccess } from './access.ts'
import { createPodWatch, type PodWatch } from './pod-watch.ts'
import { createTransport, type Transport } from './transport.ts'

let world: KubernetesWorld
let transport: Transport
let watch: PodWatch | null
beforeEach(async () => {
  world = await createKubernetesWorld()
  world.cluster.store.onAdded = () => undefined
  transport = createTransport(() => openAccess(world.kubeConfig), 10)
})
afterEach(async () => {
  await watch?.close()
  transport.close()
  await world.close()
})

const begin = (seconds: number, slackMs: number): string[] => {
  const heard: string[] = []
  const onNote = (note: string): void => void world.notes.push(note)
  const pods = '/api/v1/namespaces/games/pods'
  watch = createPodWatch(transport, pods, 'mine', onNote, 10, { seconds, slackMs })
  watch.follow((event) => heard.push(event.kind === 'seen' ? `seen ${event.pod.metadata?.name}` : event.kind))
  return heard
}
const add = (name: string): void => {
  const metadata = { name, labels: { mine: 'yes' } }
  world.cluster.store.add('games/pods', { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [] } })
}
const watches = (): number => world.cluster.calls.filter((call) => call === 'watch pods').length

it('a watch goes on where the API has ended it, without reading everything again', async () => {
  const heard = begin(1, 15_000)
  await vi.waitFor(() => expect(watches()).toBe(2), 20_000)
  add('a')
  await vi.waitFor(() => expect(heard).toContain('seen a'), 20_000)
  expect(heard[0]).toBe('read')
  expect(heard.filter((event) => event === 'read')).toHaveLength(1)
})

it.each([
  ['at once', { status: 410, reason: 'Expired', message: 'too old resource version' }],
  ['in the course of a watch', null],
] as const)('everything is read again when the API has forgotten what happened: %s', async (_when, fault) => {
  const heard = begin(60, 15_000)
  await vi.waitFor(() => expect(watches()).toBe(1), 20_000)
  if (fault === null) world.cluster.store.forget()
  else world.cluster.once('watch pods', fault)
  add('a')
  world.cluster.cut()
  await vi.waitFor(() => expect(heard.filter((event) => event === 'read')).toHaveLength(2), 20_000)
  expect(heard).toContain('seen a')
  await vi.waitFor(() => expect(watches()).toBe(3), 20_000)
  expect(world.cluster.calls).toEqual(['list pods', 'watch pods', 'watch pods', 'list pods', 'watch pods'])
})

it('a watch that has fallen silent is given up', async () => {
  world.cluster.once('watch pods', 'hang')
  const heard = begin(1, 200)
  await vi.waitFor(() => expect(watches()).toBe(2), 20_000)
  add('a')
  await vi.waitFor(() => expect(heard).toContain('seen a'), 20_000)
  expect(world.notes).toEqual([])
})

it('a watch does not hurry where each is ended at once', async () => {
  world.cluster.fault = ({ verb }) => (verb === 'watch' ? 'cut' : null)
  const heard = begin(1, 15_000)
  await vi.waitFor(() => expect(world.notes).toHaveLength(1), 20_000)
  expect(world.notes[0]).toContain("Can't watch instances")
  expect(watches()).toBeLessThan(6)
  world.cluster.fault = () => null
  add('a')
  await vi.waitFor(() => expect(heard).toContain('seen a'), 20_000)
})
