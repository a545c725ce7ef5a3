import { listParticipations } from '@pennant/contract/participation'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { fastRefreshMs, refreshEvery } from '../refresh.ts'

export const participationsQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['review', game, 'participations'],
    queryFn: ({ signal }) => api.call(listParticipations, { params: { id: game }, signal, patient: true }),
    refetchInterval: refreshEvery(fastRefreshMs),
  })
