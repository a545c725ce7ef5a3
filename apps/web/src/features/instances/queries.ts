import {
  adminExtendInstance,
  destroyInstance,
  listInstances,
  readInstanceLog,
  readProvider,
} from '@pennant/contract/instance'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { fastRefreshMs, refreshEvery } from '../../api/refresh.ts'

const key = ['admin', 'instances'] as const

export const instancesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...key, 'list'],
    queryFn: ({ signal }) => api.call(listInstances, { signal }),
    refetchInterval: refreshEvery(fastRefreshMs),
  })

export const providerQuery = (api: Api) =>
  queryOptions({
    queryKey: [...key, 'provider'],
    queryFn: ({ signal }) => api.call(readProvider, { signal }),
    refetchInterval: refreshEvery(fastRefreshMs),
    enabled: api.extensions.supported,
  })

export const instanceLogQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...key, 'log', id],
    queryFn: ({ signal }) => api.call(readInstanceLog, { params: { id }, signal }),
    staleTime: 0,
  })

export const useInstanceActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  return {
    refresh: (): Promise<void> => queries.invalidateQueries({ queryKey: key }),
    destroy: (id: string) => api.call(destroyInstance, { params: { id }, patient: true }),
    extend: (id: string) => api.call(adminExtendInstance, { params: { id } }),
  }
}
