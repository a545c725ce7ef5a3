import type { NoticeType } from '@pennant/contract/enums'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { noticesQuery } from './queries.ts'
import { useSeenNotices } from './unread.ts'

/** What others have solved is news, but nothing that anybody has to read. */
const quiet: ReadonlySet<NoticeType> = new Set<NoticeType>(['FirstBlood', 'SecondBlood', 'ThirdBlood'])

/** How many notices of a game have not been looked at. */
export const useUnread = (game: number, wanted: boolean): number => {
  const [seen] = useSeenNotices(game)
  const { data = [] } = useQuery({ ...noticesQuery(useApi(), game), enabled: wanted })
  return data.filter(({ id, type }) => id > seen && !quiet.has(type)).length
}
