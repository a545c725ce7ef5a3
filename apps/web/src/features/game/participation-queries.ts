import { checkJoin, joinGame, leaveGame, type GameJoin } from '@pennant/contract/participation'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { gameQuery } from '../../api/queries/game.ts'
import { ownTeamsQuery } from '../../api/queries/session.ts'

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
      mutationFn: async (body: GameJoin) => {
        await api.call(joinGame, { params: { id }, body })
        return queries.query({ ...gameQuery(api, id), staleTime: 0 })
      },
      onSuccess: () => {
        void refresh()
        // The team is locked now.
        void queries.invalidateQueries({ queryKey: ownTeamsQuery(api).queryKey })
      },
    }),
    leave: useMutation({
      mutationFn: () => api.call(leaveGame, { params: { id } }),
      onSuccess: refresh,
    }),
  }
}
