import type { DetailedGameInfo } from '@pennant/contract/game'
import { scoreboardSheet } from '@pennant/contract/scoreboard'
import type { GameOverview } from '@pennant/contract/watch'
import { isOver } from '@pennant/rules/game/phase'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useWatchedGame } from '../../../kit/use-watched-game.ts'
import { outdate, refreshMs } from '../../../api/refresh.ts'
import { useIs } from '../../../api/queries/session.ts'
import { useDownload } from '../../../kit/use-download.ts'
import { useLanguage } from '../../../i18n/use-language.ts'
import { useLive } from '../../../live/use-live.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ChallengeTable } from '../components/challenge-table.tsx'
import { Newest } from '../components/newest.tsx'
import { StuckList } from '../components/stuck-list.tsx'
import { WatchHead } from '../components/watch-head.tsx'
import { newestQuery, overviewQuery } from '../queries.ts'
import classes from './overview-page.module.css'

/** How a game goes, on one screen. */
export const OverviewPage = () => {
  const game = useWatchedGame()
  const { t } = useTranslation('monitor')
  const { t: shared } = useTranslation('desk')
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
  const newest = useQuery(newestQuery(api, game.id, polled))
  const sheet = useDownload()
  return (
    <section className={classes.page} aria-label={shared('watch.overview')}>
      <WatchHead title={shared('watch.overview')} live={over ? null : live}>
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
      {api.additions.known && (
        <Loaded query={overview} failed={t('watch.overviewFailed')}>
          {(data) => <Numbers game={game} overview={data} />}
        </Loaded>
      )}
      <Loaded query={newest} failed={t('watch.failed')}>
        {(data) => <Newest game={game.id} {...data} />}
      </Loaded>
    </section>
  )
}

const Numbers = ({ game, overview }: { game: DetailedGameInfo; overview: GameOverview }) => {
  const { t } = useTranslation('monitor')
  const { time } = useApi()
  const write = new Intl.NumberFormat(useLanguage())
  const edits = useIs('Admin')
  const base = `/games/${game.id}/monitor`
  const review = (status: string): string | null =>
    edits ? `/admin/games/${game.id}/review?status=${status}` : null
  const figures: { name: string; value: number; to: string | null; loud?: boolean }[] = [
    { name: t('watch.figure.accepted'), value: overview.accepted, to: review('Accepted') },
    {
      name: t('watch.figure.pending'),
      value: overview.pending,
      to: review('Pending'),
      loud: overview.pending > 0,
    },
    { name: t('watch.figure.suspended'), value: overview.suspended, to: review('Suspended') },
    { name: t('watch.figure.players'), value: overview.players, to: null },
    { name: t('watch.figure.submissions'), value: overview.submissions, to: `${base}/submissions` },
    { name: t('watch.figure.recent'), value: overview.recentSubmissions, to: `${base}/submissions` },
    { name: t('watch.figure.solves'), value: overview.solves, to: `${base}/submissions?type=Accepted` },
    {
      name: t('watch.figure.cheats'),
      value: overview.cheats,
      to: `${base}/cheatinfo`,
      loud: overview.cheats > 0,
    },
    { name: t('watch.figure.instances'), value: overview.instances, to: edits ? '/admin/instances' : null },
    {
      name: t('watch.figure.writeups'),
      value: overview.writeups,
      to: edits ? `/admin/games/${game.id}/writeups` : null,
    },
  ]
  return (
    <>
      <ul className={classes.figures} aria-label={t('watch.figures')}>
        {figures.map(({ name, value, to, loud = false }) => (
          <li key={name} className={classes.figure} data-loud={loud || undefined}>
            <span className={classes.value}>{write.format(value)}</span>
            <span className={classes.name}>{to === null ? name : <Link to={to}>{name}</Link>}</span>
          </li>
        ))}
      </ul>
      <StuckList
        game={game.id}
        challenges={overview.challenges}
        accepted={overview.accepted}
        sinceStartMs={time.now() - game.start}
      />
      <ChallengeTable game={game.id} challenges={overview.challenges} accepted={overview.accepted} />
    </>
  )
}

/** However much happens, all is asked for once in a while. */
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
        for (const part of ['overview', 'newest']) outdate(queries, ['watch', game, part])
      },
      Math.max(0, last.current + refreshMs - performance.now()),
    )
  }
}
