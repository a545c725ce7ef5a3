import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { useProfile } from '../../api/queries/session.ts'
import type { Finds } from './find.ts'

type Options = { wanted: string; game: DetailedGameInfo | undefined; gameId: number | null }

const shortest = 2
const pauseMs = 300
const nothing: Finds = { listed: [], matched: [] }

export const useFound = ({ wanted, game, gameId }: Options): Finds => {
  const api = useApi()
  const queries = useQueryClient()
  const role = useProfile()?.role ?? 'Banned'
  const hint = wanted.trim()
  const { data = nothing } = useQuery({
    queryKey: ['palette', role, gameId, hint],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      signal.throwIfAborted()
      const { find } = await import('./find.ts')
      return find({ api, queries, role, game, gameId, hint, signal })
    },
    enabled: hint.length >= shortest && !document.hidden,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: 30_000,
  })
  return data
}
