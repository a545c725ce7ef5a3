import type { ContainerEnd } from '../../../ports/containers.ts'
import { removed } from '../ended.ts'
import { endOfPod } from './ended.ts'
import { isOver, type KnownPod, knownPod } from './pod-state.ts'
import type { PodWatch } from './pod-watch.ts'

export function watchRemovals(
  watch: PodWatch,
  isLeaving: (uid: string) => boolean,
  onGone: (runtimeId: string, end: ContainerEnd) => void,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  const told = new Set<string>()
  const tell = ({ uid, runtimeId }: KnownPod, end: ContainerEnd): void => {
    if (told.has(uid) || isLeaving(uid)) return
    told.add(uid)
    onGone(runtimeId, end)
  }
  const stop = watch.follow((event) => {
    if (event.kind === 'seen' && isOver(event.pod)) tell(knownPod(event.pod), endOfPod(event.pod))
    if (event.kind !== 'gone') return
    tell(event.known, removed)
    told.delete(event.known.uid)
  })
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        stop()
        resolve()
      },
      { once: true },
    )
  })
}
