import type { V1Pod } from '@kubernetes/client-node'
import { setMaxListeners } from 'node:events'
import type { Containers } from '../../../ports/containers.ts'
import { openAccess } from './access.ts'
import { messageOf } from './fault.ts'
import { labels, labelValue, ours } from './label.ts'
import { readLog } from './log.ts'
import { readRuntimeId } from './name.ts'
import type { KubernetesNeeds } from './needs.ts'
import { defaultTiming } from './timing.ts'
import { apiPathsOf } from './api-paths.ts'
import { knownPod, stateOf } from './pod-state.ts'
import { endOfPod } from './ended.ts'
import { createPodWatch, listPods } from './pod-watch.ts'
import { createPods } from './pods.ts'
import { createPreparation } from './prepare.ts'
import { readQuota } from './quota.ts'
import { createStart } from './start.ts'
import { createTransport } from './transport.ts'
import { watchRemovals } from './watch-removals.ts'
import { settledWithin, untilAborted } from '../../../kit/timeout.ts'

const lastMs = 5000
const checkMs = 8000

export function createKubernetesContainers(needs: KubernetesNeeds, root = ''): Containers {
  const { settings, installation, timing = defaultTiming } = needs
  const noted = new Set<string>()
  const onNote = (note: string): void => {
    if (noted.has(note)) return
    noted.add(note)
    needs.onNote(note)
  }
  const transport = createTransport(() => openAccess(settings.kubeConfig, root), timing.pauseMs)
  const paths = apiPathsOf(settings.namespace)
  const selector = ours(installation)
  const watch = createPodWatch(transport, paths.pods, selector, onNote, timing.pauseMs)
  const pods = createPods(transport, paths, watch, timing.endsWithinMs)
  const preparation = createPreparation(needs, transport, paths)
  const closing = new AbortController()
  // Every start under way listens to it.
  setMaxListeners(0, closing.signal)
  const start = createStart({ ...needs, onNote, timing }, transport, paths, pods, preparation, closing.signal)
  const starting = new Set<Promise<unknown>>()

  // Null if it is missing or of another installation.
  const find = async (runtimeId: string): Promise<V1Pod | null> => {
    const one = readRuntimeId(runtimeId)
    const pod = one && (await pods.find(one))
    return pod?.metadata?.labels?.[labels.installation] === labelValue(installation) ? pod : null
  }

  const provider: Omit<Containers, 'start' | 'check'> = {
    kind: 'kubernetes',
    startsAtOnce: needs.startsAtOnce,
    gate: async () => null,
    networks: async () => [],
    guard: async () => undefined,
    capacity: () => readQuota(transport, paths, settings).catch(rethrow),
    limits: async () => ({ isolated: null, open: null, unreachable: null, unguarded: null }),
    async destroy(runtimeId) {
      const pod = await find(runtimeId).catch(rethrow)
      if (pod !== null) await pods.remove(knownPod(pod)).catch(rethrow)
    },
    async list() {
      const { items } = await listPods(transport, paths.pods, selector).catch(rethrow)
      return items.map((pod) => {
        const { orderId, runtimeId } = knownPod(pod)
        const one = { id: orderId, runtimeId }
        if (stateOf(pod).kind === 'running') return { ...one, running: true }
        return { ...one, running: false, end: endOfPod(pod) }
      })
    },
    async log(runtimeId, lines) {
      const pod = await find(runtimeId).catch(rethrow)
      return pod && readLog(transport, paths, knownPod(pod).name, lines).catch(rethrow)
    },
    watch: (onGone, signal) =>
      watchRemovals(watch, pods.isLeaving, onGone, AbortSignal.any([signal, closing.signal])),
    async close() {
      closing.abort(new Error('the server stops'))
      await settledWithin(lastMs, starting)
      await watch.close()
      transport.close()
    },
  }
  return {
    ...provider,
    async start(order, options) {
      closing.signal.throwIfAborted()
      const outcome = start(order, options)
      starting.add(outcome)
      try {
        return await outcome
      } finally {
        starting.delete(outcome)
      }
    },
    async check() {
      const late = AbortSignal.timeout(checkMs)
      const query = { limit: '1', labelSelector: selector }
      try {
        await untilAborted(preparation.done(), late)
        await transport.json({ method: 'GET', path: paths.pods, query, attempts: 1, signal: late })
      } catch (error) {
        if (late.aborted) throw new Error("The Kubernetes API didn't respond in time.", { cause: error })
        rethrow(error)
      }
    },
  }
}

function rethrow(error: unknown): never {
  throw new Error(messageOf(error))
}
