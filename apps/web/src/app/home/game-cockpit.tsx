import type { OwnGame } from '@pennant/contract/game'
import type { ScoreboardVersion, TeamChange } from '@pennant/contract/hub'
import type { ChallengeInfo, GameDetail, SolveInfo } from '@pennant/contract/scoreboard'
import { nextChallenges } from '@pennant/rules/challenge/next'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { ownGamesQuery } from '../../api/queries/own-games.ts'
import { markMissed, markStale } from '../../api/refresh.ts'
import { detailsQuery } from '../../features/challenge/queries.ts'
import { Cockpit } from '../../features/home/cockpit/cockpit.tsx'
import { ContinueCard } from '../../features/home/cockpit/continue-card.tsx'
import { type Line, Lines } from '../../features/home/cockpit/lines.tsx'
import { latestSolvesQuery } from '../../features/home/cockpit/queries.ts'
import { lastChallengeIn } from '../../storage.ts'
import { useMinute } from '../../kit/use-now.ts'
import { createBoardHints } from '../../live/board-hints.ts'
import { useLive } from '../../live/use-live.ts'
import { BloodMark } from '../../ui/blood-mark.tsx'
import { TeamLines } from '../team-lines.tsx'

const mostCards = 3
const mostLines = 3

export const GameCockpit = ({ game }: { game: OwnGame }) => {
  const api = useApi()
  const { data: detail } = useQuery(detailsQuery(api, game.id, !api.extensions.supported))
  const { data: solves = [] } = useQuery(latestSolvesQuery(api, game.id))
  const heard = useNews(game.id)
  return (
    <Cockpit
      game={game}
      cards={detail === undefined ? null : <Cards game={game.id} detail={detail} />}
      team={
        detail === undefined ? null : (
          <TeamLines game={game.id} detail={detail} heard={heard} most={mostLines} />
        )
      }
      live={<LiveLines solves={solves} />}
    />
  )
}

/** Keeps the figures up to date, and returns what the team did meanwhile. */
const useNews = (game: number): readonly TeamChange[] => {
  const api = useApi()
  const queries = useQueryClient()
  const [heard, setHeard] = useState<readonly TeamChange[]>([])
  const keys = [ownGamesQuery(api).queryKey, ['game', game, 'details'], ['game', game, 'solves']]
  const refresh = (): void => keys.forEach((key) => markStale(queries, key))
  // What was told is answered the next time: the hints only spread the requests.
  const [hints] = useState(() => {
    let due = false
    const spread = createBoardHints({
      behind: () => (due ? ['mine'] : []),
      ask() {
        due = false
        refresh()
      },
    })
    return {
      stop: spread.stop,
      hear(version: number) {
        due = true
        spread.hear(version)
      },
    }
  })
  useEffect(() => hints.stop, [hints])
  useLive({
    hub: 'user',
    game,
    wanted: api.extensions.supported,
    welcomes: api.extensions.supported,
    on: {
      ReceivedScoreboardVersion({ gameId, version }: ScoreboardVersion) {
        if (gameId === game) hints.hear(version)
      },
      ReceivedTeamChange(change: TeamChange) {
        if (change.gameId !== game) return
        setHeard((before) => [change, ...before].slice(0, mostLines))
        refresh()
      },
    },
    onConnected: (quietMs) => keys.forEach((key) => markMissed(queries, quietMs, key)),
  })
  return heard
}

const challengesIn = ({ challenges }: GameDetail): ChallengeInfo[] => Object.values(challenges).flat()

const Cards = ({ game, detail }: { game: number; detail: GameDetail }) => {
  const { t } = useTranslation('cockpit')
  const now = useMinute()
  const solved = new Set(detail.rank.solvedChallenges.map(({ id }) => id))
  const all = challengesIn(detail)
  const before = detail.rank.solvedChallenges.at(-1)?.id
  const next = nextChallenges(all, {
    now,
    isSolved: (id) => solved.has(id),
    isBusy: () => false,
    after: all.find(({ id }) => id === before) ?? null,
  })
  const last = lastChallengeIn(game).get()
  const shown = next
    .toSorted((one, other) => Number(other.id === last) - Number(one.id === last))
    .slice(0, mostCards)
  if (shown.length === 0) return <p>{t('cockpit.allSolved')}</p>
  return shown.map((challenge) => (
    <ContinueCard key={challenge.id} gameId={game} challenge={challenge} openedLast={challenge.id === last} />
  ))
}

const bloods = { 1: 'line.first', 2: 'line.second', 3: 'line.third' } as const

const LiveLines = ({ solves }: { solves: readonly SolveInfo[] }) => {
  const { t } = useTranslation('live')
  const { t: cockpit } = useTranslation('cockpit')
  const lines = solves
    .slice(0, mostLines)
    .map(({ teamId, challengeId, team, challenge, place, time }): Line => {
      const rank = place === 1 || place === 2 || place === 3 ? place : 0
      const text = t(rank === 0 ? 'line.solved' : bloods[rank], { team, challenge })
      return {
        key: `${teamId} ${challengeId}`,
        sign: <BloodMark rank={rank} size={14} />,
        text,
        time,
      }
    })
  return <Lines lines={lines} none={cockpit('cockpit.liveNone')} />
}
