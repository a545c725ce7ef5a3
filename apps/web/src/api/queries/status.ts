import { readStatus, type StatusPart, type SystemStatus } from '@pennant/contract/status'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { useApi } from '../context.ts'
import { fastRefreshMs, refreshEvery } from '../refresh.ts'

export const statusQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'status'],
    queryFn: ({ signal }) => api.call(readStatus, { signal }),
    refetchInterval: refreshEvery(fastRefreshMs),
    enabled: api.extensions.supported,
  })

export type PartStatus = SystemStatus['parts'][number]

/** Undefined until answered; older servers never answer. */
export const useStatusPart = (part: StatusPart): PartStatus | undefined =>
  useQuery(statusQuery(useApi())).data?.parts.find((one) => one.part === part)
