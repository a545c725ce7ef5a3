import { listOwnGames, type OwnGame } from '@pennant/contract/game'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { fastRefreshMs, refreshEvery, slowRefreshMs } from '../refresh.ts'

/** Compatible servers know no such list. */
export const ownGamesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['mine'],
    queryFn: async ({ signal }) => (api.extensions.supported ? api.call(listOwnGames, { signal }) : []),
    // Nothing else tells of a decision.
    refetchInterval: (query) =>
      refreshEvery(query.state.data?.some(isPending) === true ? fastRefreshMs : slowRefreshMs)(query),
  })

const isPending = ({ status }: OwnGame): boolean => status === 'Pending'
