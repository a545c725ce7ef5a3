import type { V1Pod } from '@kubernetes/client-node'
import type { StartOptions } from '../../../ports/containers.ts'
import { type KnownPod, stateOf } from './pod-state.ts'
import type { FollowedPod, Pods } from './pods.ts'
import type { Refused } from './refusal.ts'

export type RunNeeds = {
  readonly pods: Pods
  readonly followed: FollowedPod
  readonly schedulingMs: number
  readonly signal: AbortSignal
  readonly onProgress: StartOptions['onProgress']
  readonly lastWords: () => Promise<string>
  /** Resolves when a service that runs listens, or has had time enough to. */
  readonly settled: (pod: V1Pod, ip: string) => Promise<void>
}

export type Run = { readonly pod: V1Pod; readonly ip: string } | Refused

const forever = 2 ** 31 - 1

/** Waits for a pod to run and to have its first moments behind it, by what the watch tells of it. */
export async function untilItRuns(made: V1Pod, one: KnownPod, needs: RunNeeds): Promise<Run> {
  const { pods, followed, signal, onProgress } = needs
  let pod = made
  let told = 'starting'
  let homelessSince: number | null = null
  const moments: { begun: boolean; over: boolean } = { begun: false, over: false }
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
    if (state.kind === 'running' && moments.over) return { pod, ip: state.ip }
    if (state.kind === 'running' && !moments.begun) {
      moments.begun = true
      const done = (): void => {
        moments.over = true
        followed.bell.ring()
      }
      needs.settled(pod, state.ip).then(done, done)
    }
    let patience = forever
    if (state.kind !== 'waiting' || state.noRoom === null) homelessSince = null
    else {
      homelessSince ??= performance.now()
      patience = homelessSince + needs.schedulingMs - performance.now()
      if (patience <= 0) return { refused: 'quota', detail: `No node has room for it: ${state.noRoom}` }
    }
    await followed.bell.rung(signal, patience)
  }
}

const removed: Refused = { refused: 'exited', detail: 'Somebody has removed it while it started.' }
