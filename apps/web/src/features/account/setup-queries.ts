import { setupAdministrator, setupStatus } from '@pennant/contract/setup'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { clientConfigQuery } from '../../api/queries/client-config.ts'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useSeal } from '../../kit/use-seal.ts'
import type { PlatformDraft } from './components/platform-fields.tsx'
import type { NewAccount } from './new-account.ts'

/** Whether the first administrator is still missing. */
export const setupStatusQuery = (api: Api) =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: async ({ signal }) => {
      try {
        return await api.call(setupStatus, { signal })
      } catch (error) {
        // A compatible server is set up in another way.
        if (error instanceof ApiProblem && error.status === 404) return { needed: false }
        throw error
      }
    },
    staleTime: 60_000,
  })

export const useCreateAdministrator = (token: string) => {
  const api = useApi()
  const queries = useQueryClient()
  const seal = useSeal()
  return useMutation({
    mutationFn: async ({ password, ...draft }: NewAccount & Partial<PlatformDraft> & { address?: string }) =>
      api.call(setupAdministrator, { body: { ...draft, token, password: await seal(password) } }),
    onSuccess: async () => {
      queries.setQueryData(setupStatusQuery(api).queryKey, { needed: false })
      await queries.invalidateQueries({ queryKey: clientConfigQuery(api).queryKey })
    },
  })
}
