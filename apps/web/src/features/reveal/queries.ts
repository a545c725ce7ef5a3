import { readReveal } from '@pennant/contract/reveal'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'

/** Loads everything, images included, in one request: none is made during the show. */
export const revealQuery = (api: Api, game: number, division: number | null) =>
  queryOptions({
    queryKey: ['reveal', game, division],
    queryFn: ({ signal }) =>
      api.call(readReveal, {
        params: { id: game },
        query: division === null ? {} : { division },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
    retry: false,
  })
