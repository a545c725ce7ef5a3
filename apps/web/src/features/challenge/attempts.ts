import { listAttempts } from '@pennant/contract/submission'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { fastRefreshMs, refreshEvery } from '../../api/refresh.ts'
import type { ChallengeRef } from './queries.ts'

/** Compatible servers have no such route, and attempts are never pushed. */
export const attemptsQuery = (api: Api, { game, challenge }: ChallengeRef) =>
  queryOptions({
    queryKey: ['game', game, 'attempts', challenge],
    queryFn: ({ signal }) => api.call(listAttempts, { params: { id: game, cid: challenge }, signal }),
    refetchInterval: refreshEvery(fastRefreshMs),
    enabled: api.extensions.supported,
  })
