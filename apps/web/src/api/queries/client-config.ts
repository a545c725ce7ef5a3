import { clientConfig, type ClientConfig } from '@pennant/contract/info'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { useApi } from '../context.ts'

export const clientConfigQuery = (api: Api) =>
  queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => api.call(clientConfig, { signal }),
    staleTime: 60_000,
    // What somebody does waits for it: without a network that is to fail, and not to be done later.
    networkMode: 'always',
  })

/** What the installation says of itself; undefined until it has answered. */
export const useClientConfig = (): ClientConfig | undefined => useQuery(clientConfigQuery(useApi())).data
