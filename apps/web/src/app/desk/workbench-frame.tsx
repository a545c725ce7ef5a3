import type { GameInfo } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useApi } from '../../api/context.ts'
import { gameToEditQuery } from '../../api/game-to-edit.ts'
import { Loaded } from '../../api/loaded.tsx'
import type { Versioned } from '../../api/versioned.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { usePageName } from '../../ui/page-name.tsx'
import { gameIdIn } from '../game-id.ts'
import { Component as NotFound } from '../routes/not-found.tsx'
import classes from './frame.module.css'

type Props = { children: (game: Versioned<GameInfo>) => ReactNode }

/** What stands around every screen of a game that is being made. */
export const WorkbenchFrame = ({ children }: Props) => {
  const id = gameIdIn(useParams())
  return id === null ? (
    <NotFound />
  ) : (
    <Asked key={id} id={id}>
      {children}
    </Asked>
  )
}

const Asked = ({ id, children }: Props & { id: number }) => {
  const { t } = useTranslation('desk')
  const query = useQuery(gameToEditQuery(useApi(), id))
  return (
    <Loaded query={query} failed={t('work.failed')}>
      {(game) => (
        <div className={classes.frame} data-full-width>
          <Head game={game.data} />
          {children(game)}
        </div>
      )}
    </Loaded>
  )
}

const Head = ({ game: { id, title, hidden } }: { game: GameInfo }) => {
  const { t } = useTranslation('desk')
  usePageName(title)
  const base = `/admin/games/${id}`
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.title}>
          <Link to={base}>{title}</Link>
        </h1>
        {hidden && <Badge tone="caution">{t('work.hidden')}</Badge>}
        <LinkButton size="small" to={`/games/${id}/monitor/events`}>
          {t('watch.title')}
        </LinkButton>
        <LinkButton size="small" to={`/games/${id}`}>
          {t('work.public')}
        </LinkButton>
      </header>
      <LinkTabs
        label={t('work.parts')}
        tabs={[
          { to: base, label: t('work.overview'), end: true },
          { to: `${base}/info`, label: t('work.info') },
          { to: `${base}/divisions`, label: t('work.divisions') },
          { to: `${base}/challenges`, label: t('work.challenges') },
          { to: `${base}/scoring`, label: t('work.scoring') },
          { to: `${base}/notices`, label: t('work.notices') },
          { to: `${base}/review`, label: t('work.review') },
          { to: `${base}/writeups`, label: t('work.writeups') },
        ]}
      />
    </>
  )
}
