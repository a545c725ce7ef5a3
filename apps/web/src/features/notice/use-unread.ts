import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { noticesQuery } from './queries.ts'
import { counts, useSeenNotices } from './unread.ts'

export const useUnread = (game: number, wanted: boolean, polled: boolean): number => {
  const [seen] = useSeenNotices(game)
  const { data = [] } = useQuery({ ...noticesQuery(useApi(), game, polled), enabled: wanted })
  return data.filter(({ id, type }) => id > seen && counts(type)).length
}
