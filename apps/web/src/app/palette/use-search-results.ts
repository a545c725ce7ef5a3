import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { useProfile } from '../../api/queries/session.ts'
import type { SearchResults } from './search-site.ts'

type Options = { wanted: string; game: DetailedGameInfo | undefined; gameId: number | null }

const shortest = 2
const pauseMs = 300
const nothing: SearchResults = { listed: [], matched: [] }

export const useSearchResults = ({ wanted, game, gameId }: Options): SearchResults => {
  const api = useApi()
  const queries = useQueryClient()
  const role = useProfile()?.role ?? 'Banned'
  const hint = wanted.trim()
  const { data = nothing } = useQuery({
    queryKey: ['palette', role, gameId, hint],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      signal.throwIfAborted()
      const { searchSite } = await import('./search-site.ts')
      return searchSite({ api, queries, role, game, gameId, hint, signal })
    },
    enabled: hint.length >= shortest && !document.hidden,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: 30_000,
  })
  return data
}
