import { readPost } from '@pennant/contract/post'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'

export const postToEditQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: ({ signal }) => api.call(readPost, { params: { id }, signal }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
