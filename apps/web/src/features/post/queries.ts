import { latestPosts, listPosts, readPost } from '@pennant/contract/post'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'

export const postsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['posts', 'all'],
    queryFn: ({ signal }) => api.call(listPosts, { signal }),
  })

export const postQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: ({ signal }) => api.call(readPost, { params: { id }, signal }),
  })

export const latestPostsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['posts', 'latest'],
    queryFn: ({ signal }) => api.call(latestPosts, { signal }),
  })
