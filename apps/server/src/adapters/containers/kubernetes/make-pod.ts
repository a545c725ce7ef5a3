import type { V1Pod } from '@kubernetes/client-node'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { ensure } from './ensure.ts'
import { isFault } from './fault.ts'
import { podName } from './name.ts'
import type { KubernetesNeeds } from './needs.ts'
import type { ApiPaths } from './api-paths.ts'
import { podOf } from './pod.ts'
import { knownPod } from './pod-state.ts'
import type { Pods } from './pods.ts'
import type { Preparation } from './prepare.ts'
import { isSameLogin, pullSecret } from './pull-secret.ts'
import { isTransient, pauseOf } from './retry.ts'
import type { Transport } from './transport.ts'
import { untilAborted } from '../../../kit/timeout.ts'

type MakePod = (order: ContainerOrder, signal: AbortSignal, onAsk: () => void) => Promise<V1Pod>

const attempts = 8

/** Creation isn't aborted, since half a call may create a pod. `onAsk`: from now on there may be one. */
export function createPodMaker(
  {
    settings,
    registries,
    installation,
    timing,
  }: Pick<Required<KubernetesNeeds>, 'settings' | 'registries' | 'installation' | 'timing'>,
  transport: Transport,
  paths: ApiPaths,
  pods: Pods,
  preparation: Preparation,
): MakePod {
  const ensureLogin = async (image: string): Promise<string | null> => {
    const secret = pullSecret(image, registries, installation)
    if (secret === null) return null
    await ensure(transport, paths.secrets, secret, (found) => isSameLogin(found, secret))
    return secret.metadata?.name ?? null
  }

  return async (order, signal, onAsk) => {
    const path = paths.pods
    let name = podName(order.image, order.suffix)
    for (let attempt = 1; ; attempt += 1) {
      try {
        await untilAborted(preparation.done(order.network), signal)
        const login = await untilAborted(ensureLogin(order.image), signal)
        onAsk()
        const body = podOf(order, name, installation, settings, login)
        return await transport.json<V1Pod>({ method: 'POST', path, body, withinMs: 20_000, attempts: 1 })
      } catch (error) {
        signal.throwIfAborted()
        if (attempt === attempts) throw error
        if (isFault(error, 409) && error.reason === 'AlreadyExists') {
          const found = await pods.named(name)
          // An earlier call created the pod, but its answer was lost.
          if (found !== null && knownPod(found).orderId === order.id) return found
          // The name belongs to a pod that is still ending, or to one with the same image and flag.
          name = podName(order.image, `${order.suffix}-${randomBytes(3).toString('hex')}`)
        } else if (isFault(error, 404) && attempt === 1) {
          // The namespace was removed meanwhile.
          preparation.undo()
        } else if (isFault(error, 409) || (isTransient(error) && attempt <= 4)) {
          // 409: concurrent creations count against the namespace's quota.
          await wait(pauseOf(error, isFault(error, 409) ? 1 : attempt, timing.pauseMs), undefined, { signal })
        } else throw error
      }
    }
  }
}
