import { listSolves } from '@pennant/contract/scoreboard'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../api/client.ts'

const shown = 3

export const latestSolvesQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['game', game, 'solves', 'latest'],
    queryFn: ({ signal }) => api.call(listSolves, { params: { id: game }, query: { count: shown }, signal }),
    enabled: api.extensions.supported,
  })
