import type { DetailedGameInfo } from '@pennant/contract/game'
import { scoreboardSheet } from '@pennant/contract/scoreboard'
import type { GameOverview } from '@pennant/contract/watch'
import { isOver } from '@pennant/rules/game/phase'
import { stuckAmong } from '@pennant/rules/watch/stuck'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { fastRefreshMs, markStale } from '../../../api/refresh.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useDownload } from '../../../kit/use-download.ts'
import { useWatchedGame } from '../../../kit/use-layout-game.ts'
import { useHasPassed } from '../../../kit/use-now.ts'
import { useLive } from '../../../live/use-live.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { ChallengeTable } from '../components/challenge-table.tsx'
import { GameFigures } from '../components/game-figures.tsx'
import { Newest } from '../components/newest.tsx'
import { StuckList } from '../components/stuck-list.tsx'
import { WatchHead } from '../components/watch-head.tsx'
import { newestQuery, overviewQuery } from '../queries.ts'

type Props = {
  game: Pick<DetailedGameInfo, 'id' | 'start' | 'end' | 'practiceMode'>
  before?: ReactNode
  after?: ReactNode
}

export const OverviewPage = () => <Overview game={useWatchedGame()} />

export const Overview = ({ game, before, after }: Props) => {
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const over = isOver(game, api.time.now())
  const hear = useSlowRefresh(game.id)
  const live = useLive({
    hub: 'monitor',
    game: game.id,
    wanted: !over,
    on: { ReceivedGameEvent: hear, ReceivedSubmissions: hear },
    onConnected: hear,
  })
  const polled = !over && live !== 'live'
  const overview = useQuery(overviewQuery(api, game.id, polled))
  // Before the start, the server refuses both lists.
  const started = useHasPassed(game.start)
  const newest = useQuery({ ...newestQuery(api, game.id, polled), enabled: started })
  const sheet = useDownload()
  return (
    <Stack as="section" gap="l" aria-label={staff('watch.overview')}>
      <WatchHead title={staff('watch.overview')} live={over ? null : live}>
        <Button
          icon={<Icon name="table" />}
          pending={sheet.pending}
          onClick={() =>
            void sheet.start(scoreboardSheet, { params: { id: game.id }, name: `scoreboard-${game.id}.xlsx` })
          }
        >
          {t('watch.sheet')}
        </Button>
      </WatchHead>
      {before}
      {api.extensions.supported && (
        <Loaded query={overview} failed={t('watch.overviewFailed')}>
          {(data) => <Numbers game={game} overview={data} />}
        </Loaded>
      )}
      {started ? (
        <Loaded query={newest} failed={t('watch.failed')}>
          {(data) => <Newest game={game.id} {...data} />}
        </Loaded>
      ) : (
        <Newest game={game.id} events={[]} submissions={[]} />
      )}
      {after}
    </Stack>
  )
}

const Numbers = ({ game, overview }: { game: Props['game']; overview: GameOverview }) => {
  const { time } = useApi()
  const { challenges, accepted } = overview
  const stuck = stuckAmong(challenges, { accepted, sinceStartMs: time.now() - game.start })
  return (
    <>
      <GameFigures game={game.id} overview={overview} />
      <StuckList game={game.id} stuck={stuck} />
      <ChallengeTable
        game={game.id}
        challenges={challenges}
        accepted={accepted}
        stuck={new Set(stuck.map(({ challenge }) => challenge.id))}
      />
    </>
  )
}

const useSlowRefresh = (game: number): (() => void) => {
  const queries = useQueryClient()
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return () => {
    timer.current ??= setTimeout(
      () => {
        timer.current = null
        last.current = performance.now()
        for (const part of ['overview', 'newest']) markStale(queries, ['watch', game, part])
      },
      Math.max(0, last.current + fastRefreshMs - performance.now()),
    )
  }
}
