import { useCallback, useSyncExternalStore } from 'react'

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
