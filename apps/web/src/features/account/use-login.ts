import { login } from '@pennant/contract/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { sessionQuery } from '../../api/queries/session.ts'
import { useSeal } from '../../kit/use-seal.ts'

type Credentials = { userName: string; password: string; challenge: string | undefined }

export const useLogin = () => {
  const api = useApi()
  const queries = useQueryClient()
  const seal = useSeal()
  return useMutation({
    mutationFn: async ({ userName, password, challenge }: Credentials) => {
      await api.call(login, { body: { userName, password: await seal(password), challenge } })
      const profile = await queries.query({ ...sessionQuery(api), staleTime: 0 })
      // Users may see more than logged-out visitors.
      void queries.invalidateQueries({ predicate: ({ queryKey: [noun] }) => noun !== 'session' })
      return profile
    },
  })
}

export const ticketIn = (problem: unknown): string | null => {
  if (!(problem instanceof ApiProblem) || !problem.is('login.secondFactor')) return null
  const { ticket } = (problem.data ?? {}) as { ticket?: unknown }
  return typeof ticket === 'string' ? ticket : null
}
