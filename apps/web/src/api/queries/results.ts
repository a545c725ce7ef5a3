import { readResults } from '@pennant/contract/results'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../client.ts'

/** Null: the newest revision. */
export const resultsQuery = (api: Api, game: number, revision: number | null) =>
  queryOptions({
    queryKey: ['game', game, 'results', revision],
    queryFn: ({ signal }) =>
      api.call(readResults, {
        params: { id: game },
        query: revision === null ? {} : { revision },
        signal,
      }),
    // Nothing but another revision changes it, and the page of the game hears of that.
    refetchInterval: false,
    structuralSharing: false,
    retry: false,
  })
