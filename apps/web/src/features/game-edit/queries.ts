import { listAdjustments } from '@pennant/contract/adjustment'
import { listCapturedChallenges } from '@pennant/contract/capture'
import { listChallengesToEdit } from '@pennant/contract/challenge-edit'
import { listDivisions } from '@pennant/contract/division'
import { type GameInfo, listGamesToEdit, readHashSalt } from '@pennant/contract/game'
import { listNoticesToEdit } from '@pennant/contract/notice'
import { readResultsToEdit } from '@pennant/contract/results'
import { readOverview } from '@pennant/contract/watch'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { fastRefreshMs, refreshEvery } from '../../api/refresh.ts'

// The most that the server returns.
const pageSize = 100

export const gamesToEditQuery = (api: Api) =>
  queryOptions({
    queryKey: ['edit', 'games'],
    // All, because searching and sorting need every game.
    queryFn: async ({ signal }): Promise<GameInfo[]> => {
      const games: GameInfo[] = []
      for (;;) {
        const query = { count: pageSize, skip: games.length }
        const { data, total } = await api.call(listGamesToEdit, { query, signal })
        games.push(...data)
        if (data.length === 0 || games.length >= total) return games
      }
    },
  })

export const challengesToEditQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'challenges'],
    queryFn: ({ signal }) => api.call(listChallengesToEdit, { params: { id: game }, query: {}, signal }),
  })

export const divisionsToEditQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'divisions'],
    queryFn: ({ signal }) => api.call(listDivisions, { params: { id: game }, signal }),
  })

export const adjustmentsQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'adjustments'],
    queryFn: ({ signal }) => api.call(listAdjustments, { params: { id: game }, signal }),
    enabled: api.extensions.supported,
  })

export const resultsToEditQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'results'],
    queryFn: ({ signal }) => api.call(readResultsToEdit, { params: { id: game }, signal }),
    enabled: api.extensions.supported,
  })

export const noticesToEditQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'notices'],
    queryFn: ({ signal }) => api.call(listNoticesToEdit, { params: { id: game }, signal }),
  })

export const hashSaltQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'salt'],
    queryFn: ({ signal }) => api.call(readHashSalt, { params: { id: game }, signal }),
    refetchInterval: refreshEvery(false),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const overviewQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['watch', game, 'overview'],
    queryFn: ({ signal }) => api.call(readOverview, { params: { id: game }, signal }),
    refetchInterval: refreshEvery(fastRefreshMs),
    enabled: api.extensions.supported,
  })

/** How many challenges have captures. */
export const capturesLeftQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'captured'],
    queryFn: ({ signal }) => api.call(listCapturedChallenges, { params: { id: game }, signal }),
    select: (challenges) => challenges.filter(({ count }) => count > 0).length,
  })
