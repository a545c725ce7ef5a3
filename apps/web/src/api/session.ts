import { type ProfileUserInfo, session } from '@pennant/contract/account'
import { atLeast, type Role } from '@pennant/contract/enums'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from './client.ts'
import { useApi } from './context.ts'

/** Who is logged in; null for nobody. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }): Promise<ProfileUserInfo | null> =>
      (await api.call(session, { signal })).profile,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Undefined while nobody knows yet. */
export const useProfile = (): ProfileUserInfo | null | undefined => useQuery(sessionQuery(useApi())).data

export const useIs = (role: Role): boolean => {
  const profile = useProfile()
  return profile != null && atLeast(profile.role, role)
}
