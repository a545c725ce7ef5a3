import { login, logout, session, type ProfileUserInfo } from '@pennant/contract/account'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useSeal } from '../../api/use-seal.ts'

/** Who is logged in; null for nobody. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }): Promise<ProfileUserInfo | null> =>
      (await api.call(session, { signal })).profile,
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Credentials = { userName: string; password: string }

export const useLogin = () => {
  const api = useApi()
  const queries = useQueryClient()
  const seal = useSeal()
  return useMutation({
    mutationFn: async ({ userName, password }: Credentials) => {
      await api.call(login, { body: { userName, password: await seal(password) } })
      return queries.query({ ...sessionQuery(api), staleTime: 0 })
    },
  })
}

export const useLogout = () => {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        await api.call(logout)
      } catch (error) {
        // The session had ended already: that is what was wanted.
        if (!(error instanceof ApiProblem && error.status === 401)) throw error
      }
      queries.setQueryData(sessionQuery(api).queryKey, null)
    },
  })
}

/** Whom the server refuses as banned is logged out, and told so by whoever listens. */
export const useLeaveWhenBanned = (onBanned: () => void): void => {
  const { error } = useQuery(sessionQuery(useApi()))
  const { mutate } = useLogout()
  const banned = error instanceof ApiProblem && error.is('auth.banned')
  useEffect(() => {
    if (banned) mutate(undefined, { onSuccess: onBanned })
  }, [banned, mutate, onBanned])
}
