import {
  adminDeleteTeam,
  adminTeams,
  adminUpdateTeam,
  searchTeams,
  verifyTeamToken,
} from '@pennant/contract/team'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'

export const teamsPerPage = 100

export type TeamFilter = { search: string; locked: boolean | null; page: number }

const key = ['admin', 'teams'] as const

export const adminTeamsQuery = (api: Api, filter: TeamFilter) =>
  queryOptions({
    queryKey: [...key, filter],
    queryFn: ({ signal }) => {
      const { search, locked, page } = filter
      if (!api.extensions.supported && search !== '')
        return api.call(searchTeams, { query: { hint: search }, signal })
      const query = {
        count: teamsPerPage,
        skip: (page - 1) * teamsPerPage,
        ...(search === '' ? {} : { search }),
        ...(locked === null ? {} : { locked }),
      }
      return api.call(adminTeams, { query, signal })
    },
    placeholderData: keepPreviousData,
  })

export const adminTeamQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = api.extensions.supported
        ? await api.call(adminTeams, { query: { search: id, count: teamsPerPage }, signal })
        : await api.call(searchTeams, { query: { hint: id }, signal })
      return data.find((team) => String(team.id) === id) ?? null
    },
  })

export const useTeamAdministration = () => {
  const api = useApi()
  const queries = useQueryClient()
  return {
    refresh: (): Promise<void> => queries.invalidateQueries({ queryKey: key }),
    change: (id: number, body: { name?: string; bio?: string; locked?: boolean }) =>
      api.call(adminUpdateTeam, { params: { id }, body }),
    remove: (id: number) => api.call(adminDeleteTeam, { params: { id } }),
    verify: (teamToken: string, publicKey: string) =>
      api.call(verifyTeamToken, { body: { teamToken, publicKey } }),
  }
}
