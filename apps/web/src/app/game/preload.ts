import type { DetailedGameInfo } from '@pennant/contract/game'
import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { prefetch, type Preload, whenLoggedIn } from '../page.ts'
import { gameQuery } from '../../api/queries/game.ts'
import { challengeQuery, detailsQuery } from '../../features/challenge/queries.ts'
import { noticesQuery } from '../../features/notice/queries.ts'
import { boardAnswer } from '../../features/scoreboard/board-answer.ts'
import { gameIdIn } from './current-game.ts'

type Needs = { api: Api; queries: QueryClient }
type About = { id: number; game: DetailedGameInfo | undefined; search: URLSearchParams }

export const gamePreloads = ({ api, queries }: Needs) => {
  // The page refreshes data that exists, and retries a refusal when it is due.
  const missing = <Data, Shown, Key extends QueryKey>(
    options: UseQueryOptions<Data, Error, Shown, Key>,
  ): void => {
    if (queries.getQueryData(options.queryKey) === undefined) prefetch(queries, { ...options, retry: false })
  }
  const about =
    (preload: (about: About) => void): Preload =>
    (params, search) => {
      const id = gameIdIn(params)
      if (id !== null) preload({ id, search, game: queries.getQueryData(gameQuery(api, id).queryKey) })
    }
  const isClosed = (game: DetailedGameInfo | undefined): boolean =>
    game !== undefined && game.start > api.time.now()

  return {
    layout: about(({ id }) => prefetch(queries, gameQuery(api, id))),
    challenges: about(({ id, game, search }) => {
      if (isClosed(game)) return
      missing(noticesQuery(api, id))
      if (game !== undefined && game.status !== 'Accepted') return
      whenLoggedIn(api, queries, () => {
        missing(detailsQuery(api, id, true))
        const challenge = gameIdIn({ id: search.get('challenge') ?? '' })
        if (challenge !== null) missing(challengeQuery(api, { game: id, challenge }, true))
      })
    }),
    scoreboard: about(({ id, game }) => {
      if (isClosed(game)) return
      missing(noticesQuery(api, id))
      missing(boardAnswer(api, id))
    }),
  }
}
