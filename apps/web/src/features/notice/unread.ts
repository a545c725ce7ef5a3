import type { NoticeType } from '@pennant/contract/enums'
import { useCallback, useSyncExternalStore } from 'react'

/** What others have solved is news, but nothing that anybody has to read. */
const quiet: ReadonlySet<NoticeType> = new Set<NoticeType>(['FirstBlood', 'SecondBlood', 'ThirdBlood'])

/** Whether a notice of this kind counts as unread until it has been seen. */
export const counts = (type: NoticeType): boolean => !quiet.has(type)

/** The latest notice of a game that was looked at, as this browser remembers it. */
const keyOf = (game: number): string => `pennant.notices.${game}`

const read = (game: number): number => {
  try {
    return Number(localStorage.getItem(keyOf(game)) ?? 0)
  } catch {
    return 0
  }
}

const listeners = new Set<() => void>()

/** Up to which id the notices have been seen, and the way to say that all have been. */
export const useSeenNotices = (game: number): [number, (upTo: number) => void] => {
  const seen = useSyncExternalStore(
    useCallback((changed) => {
      listeners.add(changed)
      addEventListener('storage', changed)
      return () => {
        listeners.delete(changed)
        removeEventListener('storage', changed)
      }
    }, []),
    () => read(game),
  )
  const see = useCallback(
    (upTo: number) => {
      if (upTo <= read(game)) return
      try {
        localStorage.setItem(keyOf(game), String(upTo))
      } catch {
        // Then they are new again the next time.
      }
      for (const changed of listeners) changed()
    },
    [game],
  )
  return [seen, see]
}
