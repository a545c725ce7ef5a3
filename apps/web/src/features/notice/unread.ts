import type { NoticeType } from '@pennant/contract/enums'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useApi } from '../../api/context.ts'
import { type Stored, stored } from '../../storage.ts'
import { noticesQuery } from './queries.ts'

// Solves of others are news, but need no reading.
const quiet: ReadonlySet<NoticeType> = new Set<NoticeType>(['FirstBlood', 'SecondBlood', 'ThirdBlood'])

export const counts = (type: NoticeType): boolean => !quiet.has(type)

const seenIn = (game: number): Stored<number> =>
  stored(`pennant.notices.${game}`, (text) => Number(text) || 0, 0)

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

export const useUnread = (game: number, wanted: boolean, polled: boolean): number => {
  const [seen] = useSeenNotices(game)
  const { data = [] } = useQuery({ ...noticesQuery(useApi(), game, polled), enabled: wanted })
  return data.filter(({ id, type }) => id > seen && counts(type)).length
}
