import { isOver, type KnownPod, knownPod } from './pod-state.ts'
import type { PodWatch } from './pod-watch.ts'

/** Tells once of each pod that has ended or is being removed, except of what `isLeaving` knows. */
export function watchGone(
  watch: PodWatch,
  isLeaving: (uid: string) => boolean,
  onGone: (runtimeId: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  const told = new Set<string>()
  const tell = ({ uid, runtimeId }: KnownPod): void => {
    if (told.has(uid) || isLeaving(uid)) return
    told.add(uid)
    onGone(runtimeId)
  }
  const stop = watch.follow((news) => {
    if (news.kind === 'seen' && isOver(news.pod)) tell(knownPod(news.pod))
    if (news.kind !== 'gone') return
    tell(news.known)
    told.delete(news.known.uid)
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
