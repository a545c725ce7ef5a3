import { setupStatus } from '@pennant/contract/setup'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'

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
