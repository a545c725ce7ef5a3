import { readPost } from '@pennant/contract/post'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { readVersioned } from '../../api/versioned.ts'
import { refreshEvery } from '../../api/refresh.ts'

/** Apart from the readers' query, because a draft must not refresh. */
export const postToEditQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['edit', 'post', id],
    queryFn: ({ signal }) => readVersioned(api, readPost, { params: { id }, signal }),
    refetchInterval: refreshEvery(false),
  })
