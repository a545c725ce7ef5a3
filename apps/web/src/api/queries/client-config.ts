import { clientConfig, type ClientConfig } from '@pennant/contract/info'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { useApi } from '../context.ts'

export const clientConfigQuery = (api: Api) =>
  queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => api.call(clientConfig, { signal }),
    staleTime: 60_000,
    // The visitor waits for it: offline it fails now instead of being sent later.
    networkMode: 'always',
  })

export const useClientConfig = (): ClientConfig | undefined => useQuery(clientConfigQuery(useApi())).data
