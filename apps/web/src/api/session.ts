import { profile as ownProfile, type ProfileUserInfo, session } from '@pennant/contract/account'
import { atLeast, type Role } from '@pennant/contract/enums'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from './client.ts'
import { useApi } from './context.ts'
import { ApiProblem } from './problem.ts'

/** Who is logged in; null for nobody. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }): Promise<ProfileUserInfo | null> => whoIsIt(api, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A compatible server knows only the question that visitors are refused. */
const whoIsIt = async (api: Api, signal: AbortSignal): Promise<ProfileUserInfo | null> => {
  try {
    return (await api.call(session, { signal })).profile
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error
  }
  api.additions.known = false
  try {
    return await api.call(ownProfile, { signal })
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null
    throw error
  }
}

/** Undefined while nobody knows yet. */
export const useProfile = (): ProfileUserInfo | null | undefined => useQuery(sessionQuery(useApi())).data

/** Whether the visitor may do what needs this role; not before it is known. */
export const useIs = (role: Role): boolean => {
  const profile = useProfile()
  return profile != null && atLeast(profile.role, role)
}
