import type { AnswerOf } from '@pennant/contract/route'
import { listVenues, removeVenue, setVenue, type VenueEdit } from '@pennant/contract/venue'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'

export type Venues = AnswerOf<typeof listVenues>

export const venuesQuery = (api: Api) =>
  queryOptions({ queryKey: ['admin', 'venues'], queryFn: ({ signal }) => api.call(listVenues, { signal }) })

export const useVenueActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = (): Promise<void> => queries.invalidateQueries(venuesQuery(api))
  return {
    async set(body: VenueEdit): Promise<void> {
      await api.call(setVenue, { body })
      await refresh()
    },
    async remove(network: string): Promise<void> {
      await api.call(removeVenue, { query: { network } })
      await refresh()
    },
  }
}
