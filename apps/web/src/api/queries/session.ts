import { profile as ownProfile, type ProfileUserInfo, session } from '@pennant/contract/account'
import { atLeast, type Role } from '@pennant/contract/enums'
import { ownTeams } from '@pennant/contract/team'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { stored } from '../../storage.ts'
import type { Api } from '../client.ts'
import { useApi } from '../context.ts'
import { ApiProblem } from '../problem.ts'
import { refreshEvery } from '../refresh.ts'

export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    async queryFn({ signal, client }): Promise<ProfileUserInfo | null> {
      const { profile, movedToHttps = false } = await ask(api, signal)
      client.setQueryData(movedKey, movedToHttps)
      return profile
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
    refetchInterval: refreshEvery(false),
  })

/** Compatible servers only have the profile, which logged-out visitors are refused. */
export const fetchProfile = async (api: Api, signal: AbortSignal): Promise<ProfileUserInfo | null> =>
  (await ask(api, signal)).profile

type Answer = { profile: ProfileUserInfo | null; movedToHttps?: boolean }

const ask = async (api: Api, signal: AbortSignal): Promise<Answer> => {
  try {
    const answer = await api.call(session, { signal })
    setExtensionsSupported(api, true)
    return answer
  } catch (error) {
    if (!(error instanceof ApiProblem) || !isUnknownPath(error)) throw error
  }
  const profile = await profileOrNobody(api, signal)
  setExtensionsSupported(api, false)
  return { profile }
}

// Some servers answer an unknown path with a page.
const isUnknownPath = ({ kind, status }: ApiProblem): boolean =>
  status === 404 || (kind === 'unreadable' && status === 200)

const profileOrNobody = async (api: Api, signal: AbortSignal): Promise<ProfileUserInfo | null> => {
  try {
    return await api.call(ownProfile, { signal })
  } catch (error) {
    if (error instanceof ApiProblem && error.kind === 'refused' && error.status === 401) return null
    throw error
  }
}

const without = stored('server-without-additions', () => true, false)

/** From the last visit: screens are drawn before the server is asked. */
export const extensionsLastSupported = (): boolean => !without.get()

const setExtensionsSupported = (api: Api, supported: boolean): void => {
  if (api.extensions.supported === supported) return
  api.extensions.supported = supported
  without.set(supported ? null : '1')
}

const movedKey = ['moved-to-https']

export const useLoggedOutByHttps = (): boolean =>
  useQuery<boolean>({ queryKey: movedKey, queryFn: skipToken }).data ?? false

/** Null: logged out. Undefined: not known yet. */
export const useProfile = (): ProfileUserInfo | null | undefined => useQuery(sessionQuery(useApi())).data

export const useIs = (role: Role): boolean => {
  const profile = useProfile()
  return profile != null && atLeast(profile.role, role)
}

export const ownTeamsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['teams', 'own'],
    queryFn: ({ signal }) => api.call(ownTeams, { signal }),
  })
