import { hubEvents, type ScoreboardVersion } from '@pennant/contract/hub'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { fastRefreshMs, markStale, pushed, refreshEvery } from '../../api/refresh.ts'
import { createBoardHints } from '../../live/board-hints.ts'
import { useLive } from '../../live/use-live.ts'
import { liveBoardAnswer } from './live-board-answer.ts'

export const useLiveBoard = (game: number) => {
  const api = useApi()
  const queries = useQueryClient()
  const answer = liveBoardAnswer(api, game)
  const refresh = (): void => markStale(queries, answer.queryKey)
  const [hints] = useState(() =>
    createBoardHints({
      behind(version) {
        const shown = queries.getQueryData(answer.queryKey)?.board.version ?? 0
        return shown < version ? ['scoreboard'] : []
      },
      ask: refresh,
    }),
  )
  useEffect(() => hints.stop, [hints])
  const live = useLive({
    hub: 'monitor',
    game,
    on: {
      [hubEvents.ReceivedLiveVersion]({ gameId, version }: ScoreboardVersion) {
        if (gameId === game) hints.hear(version)
      },
    },
    onConnected: refresh,
  })
  const isPushed = live === 'live'
  const query = useQuery({
    ...answer,
    ...(isPushed ? pushed : {}),
    refetchInterval: refreshEvery(isPushed ? false : fastRefreshMs),
  })
  return { query, live }
}
