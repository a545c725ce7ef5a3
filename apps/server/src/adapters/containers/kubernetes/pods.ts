import type { V1Pod } from '@kubernetes/client-node'
import { createWakeup, type Wakeup } from '../../../kit/wakeup.ts'
import { ApiFault, isFault } from './fault.ts'
import type { ApiPaths } from './api-paths.ts'
import { graceSeconds } from './timing.ts'
import { type KnownPod, knownPod } from './pod-state.ts'
import type { PodEvent, PodWatch } from './pod-watch.ts'
import type { Transport } from './transport.ts'

export type Pods = {
  /** Null if it is missing or another one has its name. */
  find(one: Pick<KnownPod, 'name' | 'uid'>, signal?: AbortSignal): Promise<V1Pod | null>
  named(name: string): Promise<V1Pod | null>
  /** Throws if it may still exist. */
  remove(one: Pick<KnownPod, 'name' | 'uid'>): Promise<void>
  isLeaving(uid: string): boolean
  follow(pick: (pod: KnownPod) => boolean): FollowedPod
}

export type FollowedPod = {
  readonly pod: V1Pod | null
  readonly isGone: boolean
  /** True if everything was read again since the last call: the pod may have gone unseen. */
  takeDoubt(): boolean
  readonly wakeup: Wakeup
  stop(): void
}

// The watch may be late.
const memoryMs = 120_000

export function createPods(
  transport: Transport,
  paths: ApiPaths,
  watch: PodWatch,
  endsWithinMs: number,
): Pods {
  const leaving = new Set<string>()

  const named = (name: string, signal?: AbortSignal): Promise<V1Pod | null> =>
    transport
      .json<V1Pod>({ method: 'GET', path: `${paths.pods}/${name}`, ...(signal && { signal }) })
      .catch((error: unknown) => (isFault(error, 404) ? null : Promise.reject(error)))

  const find: Pods['find'] = async ({ name, uid }, signal) => {
    const pod = await named(name, signal)
    return pod?.metadata?.uid === uid ? pod : null
  }

  const ask = async ({ name, uid }: Pick<KnownPod, 'name' | 'uid'>, grace: number): Promise<boolean> => {
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: grace,
      preconditions: { uid },
    }
    try {
      const answer = await transport.json<{ kind?: string }>({
        method: 'DELETE',
        path: `${paths.pods}/${name}`,
        body,
      })
      return answer.kind === 'Status'
    } catch (error) {
      // The pod is missing, or another one has its name.
      if (isFault(error, 404, 409)) return true
      throw error
    }
  }

  const follow: Pods['follow'] = (pick) => {
    const wakeup = createWakeup()
    let pod: V1Pod | null = null
    let isGone = false
    let isDoubtful = false
    const stop = watch.follow((event: PodEvent) => {
      if (event.kind === 'read') isDoubtful = true
      else if (event.kind === 'gone') {
        if (!pick(event.known)) return
        isGone = true
      } else {
        if (!pick(knownPod(event.pod))) return
        pod = event.pod
      }
      wakeup.wake()
    })
    return {
      get pod() {
        return pod
      },
      get isGone() {
        return isGone
      },
      takeDoubt() {
        const was = isDoubtful
        isDoubtful = false
        return was
      },
      wakeup,
      stop,
    }
  }

  return {
    find,
    named: (name) => named(name),
    follow,
    isLeaving: (uid) => leaving.has(uid),
    async remove(one) {
      const followed = follow(({ uid }) => uid === one.uid)
      leaving.add(one.uid)
      setTimeout(() => leaving.delete(one.uid), memoryMs).unref()
      try {
        if (await ask(one, graceSeconds)) return
        const until = performance.now() + endsWithinMs
        const never = new AbortController().signal
        while (performance.now() < until) {
          await followed.wakeup.wait(until - performance.now(), never)
          if (followed.isGone) return
          if (followed.takeDoubt() && (await find(one)) === null) return
        }
        // The node doesn't answer. Once it does, it kills what the API no longer knows.
        if ((await find(one)) === null || (await ask(one, 0))) return
        if ((await find(one)) !== null) throw new ApiFault(`The pod ${one.name} doesn't end.`)
      } finally {
        followed.stop()
      }
    },
  }
}
