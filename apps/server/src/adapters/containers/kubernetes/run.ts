import type { V1Pod } from '@kubernetes/client-node'
import type { StartOptions } from '../../../ports/containers.ts'
import { type KnownPod, type PullTrouble, stateOf } from './pod-state.ts'
import type { FollowedPod, Pods } from './pods.ts'
import type { Refused } from './refusal.ts'

export type RunNeeds = {
  readonly pods: Pods
  readonly followed: FollowedPod
  readonly schedulingMs: number
  readonly signal: AbortSignal
  readonly onProgress: StartOptions['onProgress']
  readonly lastWords: () => Promise<string>
  readonly isProbed: boolean
  readonly settleMs: number
}

export type Run = { readonly pod: V1Pod; readonly ip: string; readonly isReady: boolean } | Refused

const forever = 2 ** 31 - 1

export async function waitUntilRunning(made: V1Pod, one: KnownPod, needs: RunNeeds): Promise<Run> {
  const { pods, followed, signal, onProgress } = needs
  let pod = made
  let told = 'starting'
  let homelessSince: number | null = null
  let runningSince: number | null = null
  const pulls = createPullPatience()
  for (;;) {
    signal.throwIfAborted()
    if (followed.takeDoubt()) {
      const found = await pods.find(one, signal)
      if (found === null) return removed
      pod = found
    } else pod = followed.pod ?? pod
    if (followed.isGone) return removed

    const state = stateOf(pod)
    if (state.kind === 'failed') return state
    if (state.kind === 'leaving') return removed
    if (state.kind === 'ended') {
      return { refused: 'exited', detail: `${state.detail} ${await needs.lastWords()}`.trim() }
    }
    const phase = state.kind === 'running' ? 'starting' : state.phase
    if (phase !== told) {
      told = phase
      onProgress(phase, null)
    }
    let patience = forever
    if (state.kind === 'running') {
      runningSince ??= performance.now()
      patience = runningSince + needs.settleMs - performance.now()
      if ((needs.isProbed && state.isReady) || patience <= 0)
        return { pod, ip: state.ip, isReady: state.isReady }
    }
    const refused = state.kind === 'waiting' ? pulls.hear(state.pull) : null
    if (refused !== null) return refused
    if (state.kind !== 'waiting' || state.noRoom === null) homelessSince = null
    else {
      homelessSince ??= performance.now()
      patience = homelessSince + needs.schedulingMs - performance.now()
      if (patience <= 0) return { refused: 'quota', detail: `No node has room for it: ${state.noRoom}` }
    }
    await followed.wakeup.wait(patience, signal)
    signal.throwIfAborted()
  }
}

const removed: Refused = { refused: 'exited', detail: 'It was removed while it started.' }

const mostBackOffs = 2

// A registry can be away for a moment, so an image is given up after the kubelet has paused twice.
const createPullPatience = () => {
  let backOffs = 0
  let wasBackOff = false
  let last: Refused | null = null
  return {
    hear(pull: PullTrouble | null): Refused | null {
      if (pull?.isBackOff === true && !wasBackOff) backOffs += 1
      wasBackOff = pull?.isBackOff ?? false
      if (pull !== null && (!pull.isBackOff || last === null))
        last = { refused: pull.refused, detail: pull.detail }
      return backOffs >= mostBackOffs ? last : null
    },
  }
}
