import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exchange } from '../../../../../../tests/kit/exchange.ts'
import {
  createKubernetesWorld,
  type KubernetesWorld,
  kubernetesNamespace as namespace,
  outcomeOf,
} from '../../../../../../tests/kit/kubernetes-world.ts'
import type { Containers } from '../../../ports/containers.ts'
import { orderOf, startedOf } from '../containers.suite.ts'

let world: KubernetesWorld
let containers: Containers
beforeEach(async () => {
  world = await createKubernetesWorld()
  world.cluster.addNamespace(namespace)
  containers = world.provider()
  await containers.check()
})
afterEach(() => world.close())

const echo = 'registry.example/echo:1'
const slow = 'registry.example/slow:1'
const pods = `${namespace}/pods`
const seen = (call: string): number => world.cluster.calls.filter((each) => each === call).length
const watched = (times = 1): Promise<void> =>
  vi.waitFor(() => expect(seen('watch pods')).toBeGreaterThanOrEqual(times), 20_000)

describe('while calls fail', () => {
  it.each([
    ['no answer', 'drop'],
    ['an answer that is lost', 'lose'],
    ['an overloaded API server', { status: 429, reason: 'TooManyRequests', retryAfter: 0 }],
    ['a fault inside', { status: 500 }],
    ['a proxy in between', { status: 503, text: '<html>no upstream</html>' }],
  ] as const)('an instance starts, is found and destroyed in spite of %s', async (_what, fault) => {
    for (const call of ['create pods', 'create services', 'delete pods', 'list pods', 'get pods']) {
      world.cluster.once(call, fault)
    }
    const order = orderOf(echo, { published: true })
    const started = startedOf(await outcomeOf(containers, order))
    expect(await exchange(started.ip, started.port, 'still here', 10)).toBe('still here')
    expect(await containers.list()).toMatchObject([{ id: order.id, running: true }])
    expect(world.objects('pods')).toHaveLength(1)
    expect(world.objects('services')).toHaveLength(1)
    await containers.destroy(started.runtimeId)
    expect(await containers.list()).toEqual([])
    expect(world.cluster.left()).toEqual([])
  })

  it('a conflict over the quota of the namespace is tried again', async () => {
    const message = 'Operation cannot be fulfilled on resourcequotas "games": the object has been modified'
    world.cluster.once('create pods', { status: 409, reason: 'Conflict', message })
    startedOf(await outcomeOf(containers, orderOf(echo)))
    expect(world.objects('pods')).toHaveLength(1)
  })

  it('what no right is there for is said in words, once', async () => {
    world.cluster.fault = ({ verb, resource }) =>
      verb === 'create' && resource === 'pods' ? { status: 403, message: 'cannot create pods' } : null
    expect(await outcomeOf(containers, orderOf(echo))).toEqual({
      refused: 'unavailable',
      detail: 'The Kubernetes API forbids it: cannot create pods',
    })
    expect(seen('create pods')).toBe(1)
  })

  it('a wrong token is said in words', async () => {
    world.cluster.fault = () => ({ status: 401, reason: 'Unauthorized', message: 'Unauthorized' })
    await expect(world.provider().check()).rejects.toThrow('does not accept the credentials of this server')
    await expect(containers.list()).rejects.toThrow('does not accept the credentials of this server')
  })

  it('an API that is not there is said in words, and nothing is left to be told of later', async () => {
    await world.cluster.away()
    const address = `http://127.0.0.1:${world.cluster.port}`
    await expect(containers.check()).rejects.toThrow(`The Kubernetes API at ${address} can't be reached`)
    expect(await outcomeOf(containers, orderOf(echo))).toEqual({
      refused: 'unavailable',
      detail: `The Kubernetes API at ${address} can't be reached: ECONNREFUSED`,
    })
    await expect(containers.destroy(`x.${'0'.repeat(8)}`)).rejects.toThrow("can't be reached")
    await world.cluster.back()
    await containers.check()
  })

  it('an API that does not answer is not waited for by a start that is broken off', async () => {
    const broken = new AbortController()
    world.cluster.fault = ({ resource }) => (resource === 'networkpolicies' ? 'hang' : null)
    const starting = outcomeOf(world.provider(), orderOf(echo), broken.signal)
    await vi.waitFor(() => expect(seen('get networkpolicies')).toBeGreaterThan(2), 20_000)
    broken.abort(new Error('called off'))
    await expect(starting).rejects.toThrow('called off')
  })
})

describe('while the watch fails', () => {
  it.each(['cut', 'restart', 'forgotten', 'gone'])('a start goes on: %s', async (what) => {
    const phases: string[] = []
    const { signal } = new AbortController()
    const starting = containers.start(orderOf(slow), { signal, onProgress: (phase) => phases.push(phase) })
    await watched()
    await vi.waitFor(() => expect(phases).toContain('pulling'), 20_000)
    if (what === 'cut') world.cluster.cut()
    if (what === 'restart') {
      await world.cluster.away()
      await vi.waitFor(() => expect(world.notes).toHaveLength(1), 20_000)
      await world.cluster.back()
    }
    if (what === 'forgotten') {
      world.cluster.store.forget()
      world.cluster.cut()
    }
    if (what === 'gone') {
      world.cluster.once('watch pods', { status: 410, reason: 'Expired', message: 'too old' })
      world.cluster.cut()
    }
    startedOf(await starting)
    await watched(2)
  })

  it('what ended and what went meanwhile is told afterwards, once', async () => {
    const gone: string[] = []
    const stop = new AbortController()
    const watching = containers.watch((runtimeId) => gone.push(runtimeId), stop.signal)
    const [ends, goes, stays] = await Promise.all(
      [1, 2, 3].map(async () => startedOf(await outcomeOf(containers, orderOf(echo))).runtimeId),
    )
    await world.cluster.away()
    world.cluster.node.end(ends?.split('.')[1] ?? '')
    world.cluster.node.stopPod(pods, goes?.split('.')[0] ?? '')
    world.cluster.store.forget()
    await vi.waitFor(() => expect(world.objects('pods')).toHaveLength(2), 20_000)
    await world.cluster.back()
    await vi.waitFor(() => expect(gone).toHaveLength(2), 30_000)
    expect(new Set(gone)).toEqual(new Set([ends, goes]))
    const later = startedOf(await outcomeOf(containers, orderOf(echo))).runtimeId
    world.cluster.node.end(later.split('.')[1] ?? '')
    await vi.waitFor(() => expect(gone).toHaveLength(3), 20_000)
    expect(gone).not.toContain(stays)
    stop.abort()
    await watching
  })

  it('administrators hear of it when it does not pass', async () => {
    world.cluster.fault = ({ verb }) =>
      verb === 'watch' ? { status: 403, message: 'cannot watch pods' } : null
    const stop = new AbortController()
    const watching = containers.watch(() => undefined, stop.signal)
    await vi.waitFor(
      () =>
        expect(world.notes).toEqual([
          "Can't watch instances: The Kubernetes API forbids it: cannot watch pods",
        ]),
      20_000,
    )
    stop.abort()
    await watching
  })
})

describe('a container that is destroyed', () => {
  it('is another one than a later one of the same name', async () => {
    const order = { suffix: '00112233445566ff' }
    const first = startedOf(await outcomeOf(containers, orderOf(echo, order))).runtimeId
    await containers.destroy(first)
    const second = startedOf(await outcomeOf(containers, orderOf(echo, order))).runtimeId
    expect(second.split('.')[0]).toBe(first.split('.')[0])
    await containers.destroy(first)
    expect(await containers.log(first, 5)).toBeNull()
    expect((await containers.list()).map(({ runtimeId }) => runtimeId)).toEqual([second])
  })

  it('is another one than the one that takes its name at that very moment', async () => {
    const { store } = world.cluster
    const { runtimeId } = startedOf(await outcomeOf(containers, orderOf(echo)))
    world.cluster.fault = ({ verb, name }) => {
      const old = verb === 'delete' ? store.get(pods, name ?? '') : null
      if (old !== null) {
        store.remove(pods, old.metadata.name ?? '')
        store.add(pods, { ...old, metadata: { ...old.metadata } })
      }
      return null
    }
    await containers.destroy(runtimeId)
    const [other] = world.cluster.objects(pods)
    expect(other?.metadata.uid).not.toBe(runtimeId.split('.')[1])
    expect(other?.metadata.deletionTimestamp).toBeUndefined()
  })

  it('is removed by force when its node does not answer', { timeout: 60_000 }, async () => {
    const { runtimeId } = startedOf(await outcomeOf(containers, orderOf(echo)))
    world.cluster.node.isAway = true
    await containers.destroy(runtimeId)
    expect(await containers.list()).toEqual([])
    expect(seen('delete pods')).toBe(2)
  })

  it('may still be there when the API forbids it', async () => {
    const { runtimeId } = startedOf(await outcomeOf(containers, orderOf(echo)))
    world.cluster.fault = ({ verb }) =>
      verb === 'delete' ? { status: 403, message: 'cannot delete pods' } : null
    await expect(containers.destroy(runtimeId)).rejects.toThrow(
      'The Kubernetes API forbids it: cannot delete pods',
    )
    expect(await containers.list()).toMatchObject([{ runtimeId, running: true }])
  })
})

describe('a server that stops', () => {
  it('breaks off what starts, removes it, and ends its watches', async () => {
    const never = new AbortController()
    const watching = containers.watch(() => undefined, never.signal)
    const starting = outcomeOf(containers, orderOf(slow))
    await vi.waitFor(() => expect(world.objects('pods')).toHaveLength(1), 20_000)
    const [outcome] = await Promise.allSettled([starting, containers.close()])
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the server stops' } })
    await watching
    await vi.waitFor(() => expect(world.objects('pods')).toEqual([]), 20_000)
  })
})

it('many start and stop at once, over one watch', async () => {
  const { calls } = world.cluster
  const orders = Array.from({ length: 40 }, () => orderOf(echo, { published: true }))
  const warnings: Error[] = []
  const onWarning = (warning: Error): void => void warnings.push(warning)
  process.on('warning', onWarning)
  const all = await Promise.all(orders.map(async (order) => startedOf(await outcomeOf(containers, order))))
  expect(new Set(all.map(({ publicPort }) => publicPort)).size).toBe(40)
  await Promise.all(all.map(({ runtimeId }) => containers.destroy(runtimeId)))
  process.off('warning', onWarning)
  expect(await containers.list()).toEqual([])
  expect(calls.filter((call) => call === 'watch pods')).toHaveLength(1)
  expect(warnings).toEqual([])
})

it('all pods are listed, however many pages they fill', async () => {
  startedOf(await outcomeOf(containers, orderOf(echo)))
  const [pod] = world.cluster.objects(pods)
  for (let count = 0; count < 1100; count += 1) {
    if (!pod) break
    const name = `copy-${count}`
    world.cluster.store.onAdded = () => undefined
    world.cluster.store.add(pods, { ...pod, metadata: { ...pod.metadata, name } })
  }
  expect(await containers.list()).toHaveLength(1101)
  expect(seen('list pods')).toBeGreaterThanOrEqual(3)
})
