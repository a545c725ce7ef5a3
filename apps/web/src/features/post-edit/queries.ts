import { readPost } from '@pennant/contract/post'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { readVersioned } from '../../api/versioned.ts'
import { refreshEvery } from '../../api/refresh.ts'

/** Apart from what readers have of it: this one is not fetched again by itself. */
export const postToEditQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['edit', 'post', id],
    queryFn: ({ signal }) => readVersioned(api, readPost, { params: { id }, signal }),
    refetchInterval: refreshEvery(false),
  })
