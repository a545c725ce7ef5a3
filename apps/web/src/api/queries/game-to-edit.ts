import { readGameToEdit } from '@pennant/contract/game'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { refreshEvery } from '../refresh.ts'
import { readVersioned } from '../versioned.ts'

/** A game with all that can be set; several screens of the workbench share it. Not fetched again by itself. */
export const gameToEditQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['edit', 'game', id],
    queryFn: ({ signal }) => readVersioned(api, readGameToEdit, { params: { id }, signal }),
    refetchInterval: refreshEvery(false),
    staleTime: 5_000,
  })
