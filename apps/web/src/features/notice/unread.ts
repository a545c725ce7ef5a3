import type { NoticeType } from '@pennant/contract/enums'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { stored, type Stored } from '../../storage.ts'

/** What others have solved is news, but nothing that anybody has to read. */
const quiet: ReadonlySet<NoticeType> = new Set<NoticeType>(['FirstBlood', 'SecondBlood', 'ThirdBlood'])

/** Whether a notice of this kind counts as unread until it has been seen. */
export const counts = (type: NoticeType): boolean => !quiet.has(type)

/** The latest notice of a game that was looked at, as this browser remembers it. */
const seenIn = (game: number): Stored<number> =>
  stored(`pennant.notices.${game}`, (text) => Number(text) || 0, 0)

/** Up to which id the notices have been seen, and the way to say that all have been. */
export const useSeenNotices = (game: number): [number, (upTo: number) => void] => {
  const seen = useMemo(() => seenIn(game), [game])
  const see = useCallback(
    (upTo: number) => {
      if (upTo > seen.get()) seen.set(upTo)
    },
    [seen],
  )
  return [useSyncExternalStore(seen.subscribe, seen.get), see]
}
