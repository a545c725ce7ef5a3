import { createToken, listTokens, restoreToken, revokeToken, type TokenScope } from '@pennant/contract/token'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'

const key = ['admin', 'tokens'] as const

export const tokensQuery = (api: Api) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => api.call(listTokens, { signal }) })

export const useTokenActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  return {
    refresh: (): Promise<void> => queries.invalidateQueries({ queryKey: key }),
    create: (body: { name: string; expiresIn: number; scopes: TokenScope[] }) =>
      api.call(createToken, { body }),
    revoke: (id: string) => api.call(revokeToken, { params: { id }, query: {} }),
    restore: (id: string) => api.call(restoreToken, { params: { id } }),
    remove: (id: string) => api.call(revokeToken, { params: { id }, query: { delete: true } }),
  }
}
