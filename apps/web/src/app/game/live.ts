import type { DetailedGameInfo } from '@pennant/contract/game'
import type { GameNotice, InstanceProgress, ScoreboardVersion, TeamChange } from '@pennant/contract/hub'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { gameQuery } from '../../api/queries/game.ts'
import { useProfile } from '../../api/queries/session.ts'
import { markStale } from '../../api/refresh.ts'
import { challengeQuery, detailsQuery } from '../../features/challenge/queries.ts'
import { useNoticeText } from '../../features/notice/components/notice-text.ts'
import { noticesQuery, withNotice } from '../../features/notice/queries.ts'
import { boardAnswer } from '../../features/scoreboard/board-answer.ts'
import type { LiveState } from '../../live/connection.ts'
import { useLive } from '../../live/use-live.ts'
import { useToasts } from '../../ui/toast-store.ts'
import { createBoardHints, spreadMs } from '../../live/board-hints.ts'
import { createGameStore, type GameStore } from '../../live/game-store.ts'

/** A server that starts again gets all its clients back within seconds; their requests spread over this time. */
const returnSpreadMs = 4_000
const newsMs = 5_000

export type GameLive = {
  state: LiveState
  /** Whether board and instance changes are pushed; compatible servers push only notices. */
  pushed: boolean
  news: ReadonlyMap<number, InstanceProgress>
  store: GameStore
}

type Options = {
  game: DetailedGameInfo
  wanted: boolean
  onNotice: (notice: GameNotice) => void
}

export const useGameLive = ({ game: { id: game, status }, wanted, onNotice }: Options): GameLive => {
  const { t } = useTranslation('play')
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const noticeText = useNoticeText()
  const [news, setNews] = useState<ReadonlyMap<number, InstanceProgress>>(new Map())
  const [store] = useState(createGameStore)
  const profile = useProfile()
  const returning = useRef(false)
  const { error, errorUpdatedAt } = useQuery({ ...detailsQuery(api, game, false), enabled: false })
  const refused = status === 'Accepted' && error instanceof ApiProblem && !error.is('game.notStarted')

  // A refusal may mean that the team was suspended since the page loaded.
  useEffect(() => {
    if (refused) markStale(queries, gameQuery(api, game).queryKey, true)
  }, [api, queries, game, refused, errorUpdatedAt])

  // Without the details there is no title, and the list will tell.
  const tell = (change: TeamChange): void =>
    void import('./solve-toast.tsx')
      .then(({ showSolve }) => showSolve({ api, queries, toasts, t }, change))
      .catch(() => undefined)
  const refresh = (parts: readonly string[]): void => {
    for (const part of parts) markStale(queries, ['game', game, part])
  }
  const versions = {
    details: (): number | undefined => queries.getQueryData(detailsQuery(api, game, false).queryKey)?.version,
    scoreboard: (): number | undefined =>
      queries.getQueryData(boardAnswer(api, game).queryKey)?.board.version,
  }
  const olderThan = (version: number, type: 'active' | 'inactive'): string[] =>
    Object.entries(versions).flatMap(([part, known]) => {
      const query = queries.getQueryCache().find({ queryKey: ['game', game, part], type })
      return query !== undefined && (known() ?? 0) < version ? [part] : []
    })
  // Those of teammates count where attempts are limited.
  const refreshAttempts = (challenge: number): void => {
    const { queryKey } = challengeQuery(api, { game, challenge }, false)
    if ((queries.getQueryData(queryKey)?.limit ?? 0) > 0) markStale(queries, queryKey)
  }
  const [hints] = useState(() =>
    createBoardHints({ behind: (version) => olderThan(version, 'active'), ask: refresh }),
  )
  useEffect(() => hints.stop, [hints])

  const state = useLive({
    hub: 'user',
    game,
    wanted,
    on: {
      ReceivedGameNotice(notice: GameNotice) {
        onNotice(notice)
        const { queryKey } = noticesQuery(api, game)
        // An answer under way may be older than the notice.
        const late = queries.isFetching({ queryKey, exact: true }) > 0
        queries.setQueryData(queryKey, (known) =>
          known === undefined ? undefined : withNotice(known, notice),
        )
        if (late) refresh(['notices'])
        if (notice.type === 'Normal' || notice.type === 'NewHint' || notice.type === 'NewChallenge') {
          toasts.show({
            id: `notice-${notice.id}`,
            tone: notice.type === 'Normal' ? 'news' : 'caution',
            title: t(`notice.toast.${notice.type}`),
            text: noticeText(notice),
            closesAfterMs: newsMs,
          })
          within(spreadMs, () => {
            refresh(['details', 'challenge'])
            // Organizers send it when they have changed the game itself.
            markStale(queries, gameQuery(api, game).queryKey, true)
          })
        }
      },
      ReceivedScoreboardVersion({ gameId, version }: ScoreboardVersion) {
        if (gameId !== game) return
        refresh(olderThan(version, 'inactive'))
        hints.hear(version)
      },
      ReceivedTeamChange(change: TeamChange) {
        const { gameId, challengeId, what, userId } = change
        if (gameId !== game || what === 'Joined') return
        const isOwn = userId !== undefined && userId === profile?.userId
        if (what === 'Tried') {
          if (challengeId !== undefined && !isOwn) refreshAttempts(challengeId)
          return
        }
        store.hear(change)
        // The page that sent the flag asks after the verdict.
        if (isOwn && challengeId !== undefined && store.isSent(challengeId)) return
        // A change of the board has a message of its own.
        if (what !== 'Solved' || change.rank === undefined) refresh(['details'])
        if (challengeId === undefined) return
        markStale(queries, ['game', game, 'challenge', challengeId])
        if (what === 'Solved' && !isOwn && !store.isWatched(challengeId)) tell(change)
      },
      ReceivedInstanceState(heard: InstanceProgress) {
        if (heard.gameId !== game) return
        setNews((known) => new Map(known).set(heard.challengeId, heard))
        if (['Running', 'Failed', 'Gone'].includes(heard.state))
          markStale(queries, ['game', game, 'challenge', heard.challengeId])
        // The team may have lost the right to play.
        if (heard.state === 'Gone') markStale(queries, gameQuery(api, game).queryKey, true)
      },
    },
    onConnected() {
      // A start may have ended unheard. One that still runs is pushed again.
      setNews(new Map())
      within(returning.current ? returnSpreadMs : 0, () =>
        refresh(['notices', 'scoreboard', 'details', 'challenge']),
      )
      returning.current = true
    },
  })
  return { state, pushed: state === 'live' && api.extensions.supported, news, store }
}

const within = (ms: number, act: () => void): void => {
  setTimeout(act, Math.random() * ms)
}
