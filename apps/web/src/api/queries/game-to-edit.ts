import { readGameToEdit } from '@pennant/contract/game'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { refreshEvery } from '../refresh.ts'
import { readVersioned } from '../versioned.ts'

export const gameToEditQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['edit', 'game', id],
    queryFn: ({ signal }) => readVersioned(api, readGameToEdit, { params: { id }, signal }),
    refetchInterval: refreshEvery(false),
    staleTime: 5_000,
  })
