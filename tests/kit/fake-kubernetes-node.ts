import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { V1ContainerState, V1ContainerStatus, V1Pod, V1PodStatus } from '@kubernetes/client-node'
import { type FakeImage, fakeImages, type Running } from './fake-kubernetes-image.ts'
import type { ObjectStore, Stored } from './fake-kubernetes-store.ts'

export type FakeNode = {
  readonly images: Map<string, FakeImage>
  pullPauseMs: number
  besides: V1ContainerStatus | null
  /** Nothing starts on it, and no stop is confirmed. */
  isAway: boolean
  noRoom: string | null
  makeRoom(): void
  logOf(uid: string): Buffer
  isRunning(uid: string): boolean
  end(uid: string): void
  stopPod(collection: string, name: string): void
  close(): void
}

type Held = { running: Running | null; log: Buffer[]; wanted: boolean }

let addresses = 0

/** Test files run in separate processes. */
const freshAddress = (): string => {
  addresses += 1
  return `127.${64 + ((process.pid >> 8) % 64)}.${process.pid % 256}.${(addresses % 250) + 1}`
}

export function startNode(store: ObjectStore): FakeNode {
  const held = new Map<string, Held>()
  const homeless = new Set<() => void>()
  let isClosed = false

  const change = (collection: string, pod: V1Pod, write: (status: V1PodStatus) => void): void => {
    const { name = '', uid } = pod.metadata ?? {}
    store.change(collection, name, (found) => {
      if (found.metadata.uid !== uid) return
      const status = (found['status'] ??= {}) as V1PodStatus
      write(status)
    })
  }
  const container = (
    collection: string,
    pod: V1Pod,
    state: V1ContainerState,
    ready = false,
    more: Partial<V1PodStatus> = {},
  ): void => {
    const { name = '', image = '' } = pod.spec?.containers[0] ?? {}
    change(collection, pod, (status) => {
      const imageID = state.waiting ? '' : `sha256:${'0'.repeat(64)}`
      const own = { name, image, imageID, ready, restartCount: 0, state }
      status.containerStatuses = node.besides === null ? [own] : [node.besides, own]
      Object.assign(status, more)
    })
  }
  const scheduled = (collection: string, pod: V1Pod, no: string | null): void =>
    change(collection, pod, (status) => {
      const told =
        no === null ? { status: 'True' } : { status: 'False', reason: 'Unschedulable', message: no }
      status.conditions = [{ type: 'PodScheduled', ...told }]
    })

  const room = async (collection: string, pod: V1Pod): Promise<void> => {
    while (node.noRoom !== null) {
      scheduled(collection, pod, node.noRoom)
      await new Promise<void>((resolve) => homeless.add(resolve))
    }
    scheduled(collection, pod, null)
  }

  const live = async (collection: string, pod: V1Pod): Promise<void> => {
    const uid = pod.metadata?.uid ?? ''
    const mine: Held = { running: null, log: [], wanted: true }
    held.set(uid, mine)
    await wait(5)
    await room(collection, pod)
    if (!mine.wanted || node.isAway || isClosed) return
    store.change(collection, pod.metadata?.name ?? '', (found) => {
      Object.assign((found as unknown as V1Pod).spec ?? {}, { nodeName: 'node-1' })
    })
    container(collection, pod, { waiting: { reason: 'ContainerCreating' } }, false, { hostIP: '127.0.0.1' })
    const spec = pod.spec?.containers[0]
    const image = node.images.get(spec?.image ?? '')
    await wait(image?.slowMs ?? 10)
    for (;;) {
      const fault = image?.failures?.pop() ?? pullFault(store, collection, pod, image)
      if (!mine.wanted || node.isAway || isClosed) return
      if (fault === null) break
      container(collection, pod, { waiting: fault })
      if (fault.reason !== 'ErrImagePull') return
      await wait(node.pullPauseMs)
      const message = `Back-off pulling image "${spec?.image ?? ''}"`
      if (!mine.wanted || node.isAway || isClosed) return
      container(collection, pod, { waiting: { reason: 'ImagePullBackOff', message } })
      await wait(node.pullPauseMs)
    }
    if (image === undefined) return
    const ip = freshAddress()
    const running = await image.run({
      ip,
      port: spec?.ports?.[0]?.containerPort ?? 0,
      environment: expanded(spec?.env ?? []),
      write: (line) => void mine.log.push(Buffer.from(line), Buffer.from('\n')),
    })
    if (!mine.wanted) return running.stop()
    mine.running = running
    const startedAt = new Date()
    const ready = spec?.startupProbe === undefined
    container(collection, pod, { running: { startedAt } }, ready, { phase: 'Running', podIP: ip })
    if (!ready) {
      void probed(ip, spec?.ports?.[0]?.containerPort ?? 0, () => mine.running === running && !isClosed).then(
        (listens) =>
          listens &&
          container(collection, pod, { running: { startedAt } }, true, { phase: 'Running', podIP: ip }),
      )
    }
    const exitCode = await running.ended
    mine.running = null
    if (isClosed) return
    const reason = exitCode === 0 ? 'Completed' : 'Error'
    const phase = exitCode === 0 ? 'Succeeded' : 'Failed'
    container(collection, pod, { terminated: { exitCode, reason } }, false, { phase })
  }

  const node: FakeNode = {
    images: new Map(Object.entries(fakeImages)),
    pullPauseMs: 30,
    besides: null,
    isAway: false,
    noRoom: null,
    makeRoom() {
      node.noRoom = null
      for (const found of homeless) found()
      homeless.clear()
    },
    logOf: (uid) => Buffer.concat(held.get(uid)?.log ?? []),
    isRunning: (uid) => Boolean(held.get(uid)?.running),
    end: (uid) => held.get(uid)?.running?.stop(),
    stopPod(collection, name) {
      const pod = store.get(collection, name)
      const mine = held.get(pod?.metadata.uid ?? '')
      if (node.isAway || mine === undefined) return
      mine.wanted = false
      setTimeout(() => {
        mine.running?.stop()
        if (!isClosed && store.get(collection, name)?.metadata.uid === pod?.metadata.uid) {
          store.remove(collection, name)
        }
      }, 30)
    },
    close() {
      isClosed = true
      for (const mine of held.values()) {
        mine.wanted = false
        mine.running?.stop()
      }
    },
  }
  store.onAdded = (collection, object) => {
    if (collection.endsWith('/pods')) void live(collection, object)
  }
  return node
}

async function probed(host: string, port: number, isWanted: () => boolean): Promise<boolean> {
  while (isWanted()) {
    const listens = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host, () => resolve(true))
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
    })
    if (listens) return true
    await wait(20)
  }
  return false
}

function pullFault(
  store: ObjectStore,
  collection: string,
  { spec }: V1Pod,
  image: FakeImage | undefined,
): { reason: string; message: string } | null {
  const name = spec?.containers[0]?.image ?? ''
  if (/[A-Z\s]/.test(name.split(':')[0] ?? '')) {
    return { reason: 'InvalidImageName', message: `Failed to apply default image tag "${name}"` }
  }
  if (image === undefined) {
    return { reason: 'ErrImagePull', message: `failed to pull and unpack image "${name}": not found` }
  }
  if (image.login === undefined) return null
  const { host, username, password } = image.login
  for (const { name: secret = '' } of spec?.imagePullSecrets ?? []) {
    const found: Stored | null = store.get(collection.replace(/pods$/, 'secrets'), secret)
    const { '.dockerconfigjson': text = '' } = (found?.['data'] ?? {}) as Record<string, string>
    const { auths = {} } = JSON.parse(Buffer.from(text, 'base64').toString() || '{}') as {
      auths?: Record<string, { auth?: string }>
    }
    const auth = Buffer.from(`${username}:${password}`).toString('base64')
    if (auths[host]?.auth === auth) return null
  }
  return { reason: 'ErrImagePull', message: `failed to pull "${name}": 401 Unauthorized` }
}

/** `$(NAME)` refers to an earlier variable; `$$` is a single `$`. */
function expanded(given: readonly { name: string; value?: string }[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { name, value = '' } of given) {
    values[name] = value.replaceAll(/\$\$|\$\(([^)]*)\)/g, (all, other?: string) =>
      other === undefined ? '$' : (values[other] ?? all),
    )
  }
  return values
}
