import { checkJoin, joinGame, leaveGame, type GameJoin } from '@pennant/contract/participation'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { gameQuery } from '../../api/queries/game.ts'

export const joinCheckQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['game', id, 'check'],
    queryFn: ({ signal }) => api.call(checkJoin, { params: { id }, signal }),
    // The visitor may have been admitted elsewhere meanwhile.
    staleTime: 0,
  })

export const useParticipation = (id: number) => {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: gameQuery(api, id).queryKey })
  return {
    join: useMutation({
      mutationFn: (body: GameJoin) => api.call(joinGame, { params: { id }, body }),
      onSuccess: refresh,
    }),
    leave: useMutation({
      mutationFn: () => api.call(leaveGame, { params: { id } }),
      onSuccess: refresh,
    }),
  }
}
