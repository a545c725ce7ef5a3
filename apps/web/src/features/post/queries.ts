import { latestPosts } from '@pennant/contract/post'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'

export const latestPostsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['posts', 'latest'],
    queryFn: ({ signal }) => api.call(latestPosts, { signal }),
  })
