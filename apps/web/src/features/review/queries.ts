import { listDivisions } from '@pennant/contract/division'
import { deleteWriteups, listWriteups } from '@pennant/contract/writeup'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { fastRefreshMs, refreshEvery } from '../../api/refresh.ts'

export const divisionNamesQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['review', game, 'divisions'],
    queryFn: async ({ signal }) => {
      const divisions = await api.call(listDivisions, { params: { id: game }, signal })
      return new Map(divisions.map(({ id, name }) => [id, name]))
    },
  })

export const writeupsQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['review', game, 'writeups'],
    queryFn: ({ signal }) => api.call(listWriteups, { params: { id: game }, signal }),
    refetchInterval: refreshEvery(fastRefreshMs),
  })

export const useDeleteWriteups = (game: number) => {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(deleteWriteups, { params: { id: game }, patient: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['review', game, 'writeups'] }),
  })
}
