import { ownTeams } from '@pennant/contract/team'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../client.ts'

export const ownTeamsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['teams', 'own'],
    queryFn: ({ signal }) => api.call(ownTeams, { signal }),
  })
