import type { DetailedGameInfo } from '@pennant/contract/game'
import { hasStarted, isOver } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useApi } from '../../api/context.ts'
import { gameQuery } from '../../api/game.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useHasCome } from '../../api/use-now.ts'
import { Countdown } from '../../features/game/components/countdown.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { usePageName } from '../../ui/page-name.tsx'
import { gameIdIn } from '../game-id.ts'
import { Component as NotFound } from '../routes/not-found.tsx'
import classes from './game-frame.module.css'

type Props = { children: (game: DetailedGameInfo) => ReactNode }

/** What stands above every screen of a game. */
export const GameFrame = ({ children }: Props) => {
  const id = gameIdIn(useParams())
  return id === null ? (
    <NotFound />
  ) : (
    <Frame key={id} id={id}>
      {children}
    </Frame>
  )
}

const Frame = ({ id, children }: Props & { id: number }) => {
  const { t } = useTranslation('play')
  const query = useQuery(gameQuery(useApi(), id))
  usePageName(query.data?.title)
  return (
    <Loaded query={query} failed={t('game.failed')}>
      {(game) => (
        <>
          <Head game={game} />
          {children(game)}
        </>
      )}
    </Loaded>
  )
}

const Head = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('play')
  const { time } = useApi()
  // The tabs come and go by themselves.
  useHasCome(game.start)
  useHasCome(game.end + 1)
  const now = time.now()
  const base = `/games/${game.id}`
  const plays = game.status === 'Accepted' && hasStarted(game, now) && !isOver(game, now)
  return (
    <header className={classes.head}>
      <div className={classes.line}>
        <h1 className={classes.title}>
          <Link to={base}>{game.title}</Link>
        </h1>
        <Countdown game={game} />
      </div>
      <LinkTabs
        label={t('game.tabs')}
        tabs={[
          { to: base, label: t('game.information'), end: true },
          ...(plays ? [{ to: `${base}/challenges`, label: t('game.challenges') }] : []),
          ...(hasStarted(game, now) ? [{ to: `${base}/scoreboard`, label: t('game.scoreboard') }] : []),
        ]}
      />
    </header>
  )
}
