import { openSpreadMs, usualSpreadMs } from '@pennant/contract/board-pace'
import type { ChallengeDetail } from '@pennant/contract/challenge'
import type { GameNotice, InstanceProgress, ScoreboardVersion, TeamChange } from '@pennant/contract/hub'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { gameQuery } from '../../api/queries/game.ts'
import { useProfile } from '../../api/queries/session.ts'
import { markMissed, markStale } from '../../api/refresh.ts'
import { challengeQuery, detailsQuery } from '../../features/challenge/queries.ts'
import { noticesQuery, withNotice } from '../../features/notice/queries.ts'
import { boardAnswer } from '../../features/scoreboard/board-answer.ts'
import { mayFollow } from '../../features/scoreboard/may-follow.ts'
import { useHasPassed } from '../../kit/use-now.ts'
import { createBoardHints } from '../../live/board-hints.ts'
import type { LiveState } from '../../live/connection.ts'
import { createGameStore, type GameStore } from '../../live/game-store.ts'
import { bloodPlaceOf, solveInNotice } from '../../live/live-solve.ts'
import { useLive } from '../../live/use-live.ts'
import { type NewsOptions, useNews } from './use-news.ts'

/** A server that starts again gets all its clients back within seconds; their requests spread over this time. */
const returnSpreadMs = 4_000
const lastMinutesMs = 10 * 60_000

export type GameLive = {
  state: LiveState
  /** Whether board and instance changes are pushed; compatible servers push only notices. */
  pushed: boolean
  news: ReadonlyMap<number, InstanceProgress>
  store: GameStore
}

type Options = NewsOptions & { wanted: boolean }

export const useGameLive = (options: Options): GameLive => {
  const { wanted } = options
  const { id: game, status, teamName, end } = options.game
  const api = useApi()
  const queries = useQueryClient()
  const [news, setNews] = useState<ReadonlyMap<number, InstanceProgress>>(new Map())
  const [store] = useState(createGameStore)
  const profile = useProfile()
  const returning = useRef(false)
  const answer = useQuery({ ...detailsQuery(api, game, false), enabled: false })
  const { data: details, error, errorUpdatedAt } = answer
  const refused = status === 'Accepted' && error instanceof ApiProblem && !error.is('game.notStarted')

  // A refusal may mean that the team was suspended since the page loaded.
  useEffect(() => {
    if (refused) markStale(queries, gameQuery(api, game).queryKey, true)
  }, [api, queries, game, refused, errorUpdatedAt])

  const tell = useNews(options, store)
  // A compatible server pushes no solves of the own team: two answers differ by them.
  useEffect(() => {
    if (!api.extensions.supported && details !== undefined) tell((reporter) => reporter.compare(details))
  }, [api, details, tell])
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query: { queryKey, state } }) => {
        const [, which, part, challenge] = queryKey as readonly unknown[]
        const { closeTime } = (state.data as ChallengeDetail | undefined)?.context ?? {}
        if (which === game && part === 'challenge' && closeTime != null)
          tell((reporter) => reporter.instance(Number(challenge), closeTime))
      }),
    [queries, game, tell],
  )
  const isEnding = useHasPassed(end - lastMinutesMs)
  const wasEnding = useRef(isEnding)
  useEffect(() => {
    if (isEnding && !wasEnding.current && status === 'Accepted') tell((reporter) => reporter.timeLeft())
    wasEnding.current = isEnding
  }, [isEnding, status, tell])

  const refresh = (parts: readonly string[]): void => {
    for (const part of parts) markStale(queries, ['game', game, part])
  }
  const refreshMissed = (quietMs: number): void => {
    for (const part of ['notices', 'scoreboard', 'details', 'challenge', 'solves', 'results'])
      markMissed(queries, quietMs, ['game', game, part])
    if (api.time.now() > end) markMissed(queries, quietMs, gameQuery(api, game).queryKey, true)
  }
  const refreshGame = (): void => markStale(queries, gameQuery(api, game).queryKey, true)
  /** After the end, organizers may publish, replace, or withdraw results. */
  const refreshResults = (): void => {
    if (api.time.now() <= end) return
    refreshGame()
    refresh(['results'])
  }
  const versions = {
    details: (): number | undefined => queries.getQueryData(detailsQuery(api, game, false).queryKey)?.version,
    scoreboard: (): number | undefined =>
      queries.getQueryData(boardAnswer(api, game).queryKey)?.board.version,
  }
  type Versioned = keyof typeof versions
  const isOlder = (part: Versioned, version: number, type: 'active' | 'inactive'): boolean =>
    queries.getQueryCache().find({ queryKey: ['game', game, part], type }) !== undefined &&
    (versions[part]() ?? 0) < version
  const hintsFor = (part: Versioned) =>
    createBoardHints({
      behind: (version) => (isOlder(part, version, 'active') ? [part] : []),
      ask: refresh,
      isAsking: () => queries.isFetching({ queryKey: ['game', game, part], exact: true }) > 0,
    })
  // Those of teammates count where attempts are limited.
  const refreshAttempts = (challenge: number): void => {
    const { queryKey } = challengeQuery(api, { game, challenge }, false)
    if ((queries.getQueryData(queryKey)?.limit ?? 0) > 0) markStale(queries, queryKey)
  }
  const [hints] = useState(() => ({ details: hintsFor('details'), scoreboard: hintsFor('scoreboard') }))
  useEffect(
    () => () => {
      hints.details.stop()
      hints.scoreboard.stop()
    },
    [hints],
  )

  const state = useLive({
    hub: 'user',
    game,
    wanted,
    welcomes: api.extensions.supported,
    on: {
      ReceivedGameNotice(notice: GameNotice) {
        tell((reporter) => reporter.notice(notice))
        const solve = solveInNotice(notice, teamName)
        if (solve !== null) store.hearSolves([solve])
        const { queryKey } = noticesQuery(api, game)
        // An answer under way may be older than the notice.
        const late = queries.isFetching({ queryKey, exact: true }) > 0
        queries.setQueryData(queryKey, (known) =>
          known === undefined ? undefined : withNotice(known, notice),
        )
        if (late) refresh(['notices'])
        if (solve === null)
          within(usualSpreadMs, () => {
            refresh(['details', 'challenge'])
            // Organizers send it when they have changed the game itself.
            refreshGame()
          })
      },
      ReceivedScoreboardVersion({ gameId, version, solves = [], spreadMs }: ScoreboardVersion) {
        if (gameId !== game) return
        const own = details?.rank.id
        const heard = solves.map((solve) => ({
          ...solve,
          place: bloodPlaceOf(solve.place),
          isOwn: own === undefined ? solve.team === teamName : solve.teamId === own,
        }))
        store.hearSolves(heard)
        refresh((['details', 'scoreboard'] as const).filter((part) => isOlder(part, version, 'inactive')))
        // The page that solves shows that before it asks for more.
        const isOpen = heard.some(({ challengeId, isOwn }) => !isOwn && store.isWatched(challengeId))
        hints.details.hear(version, undefined, isOpen ? openSpreadMs : undefined)
        const board = queries.getQueryData(boardAnswer(api, game).queryKey)
        hints.scoreboard.hear(version, board !== undefined && mayFollow(board) ? spreadMs : undefined)
        within(usualSpreadMs, refreshResults)
        // Not a solve: the game itself may have changed, such as when the board freezes.
        if (solves.length === 0) within(usualSpreadMs, refreshGame)
      },
      ReceivedTeamChange(change: TeamChange) {
        const { gameId, challengeId, what, userId } = change
        if (gameId !== game) return
        store.hear(change)
        if (what === 'Joined') return
        const isOwn = userId !== undefined && userId === profile?.userId
        if (what === 'Tried') {
          if (challengeId !== undefined && !isOwn) refreshAttempts(challengeId)
          return
        }
        tell((reporter) => reporter.hear(change))
        // The page that sent the flag asks after the verdict.
        if (isOwn && challengeId !== undefined && store.isSent(challengeId)) return
        // A change of the board has a message of its own.
        if (what !== 'Solved' || change.rank === undefined) refresh(['details'])
        if (challengeId === undefined) return
        markStale(queries, ['game', game, 'challenge', challengeId])
        if (what === 'Solved' && !isOwn && !store.isWatched(challengeId))
          tell((reporter) => reporter.solve(change))
      },
      ReceivedInstanceState(heard: InstanceProgress) {
        if (heard.gameId !== game) return
        setNews((known) => new Map(known).set(heard.challengeId, heard))
        if (['Running', 'Failed', 'Gone'].includes(heard.state))
          markStale(queries, ['game', game, 'challenge', heard.challengeId])
        // The team may have lost the right to play.
        if (heard.state === 'Gone') refreshGame()
      },
    },
    onConnected(quietMs) {
      // A start may have ended unheard. One that still runs is pushed again.
      setNews(new Map())
      if (returning.current) within(returnSpreadMs, () => refreshMissed(quietMs))
      else refreshMissed(quietMs)
      returning.current = true
    },
  })
  return { state, pushed: state === 'live' && api.extensions.supported, news, store }
}

const within = (ms: number, act: () => void): void => {
  setTimeout(act, Math.random() * ms)
}
