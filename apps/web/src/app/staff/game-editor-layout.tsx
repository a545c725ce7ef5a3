import type { GameInfo } from '@pennant/contract/game'
import { type Phase, phaseOf } from '@pennant/rules/game/phase'
import { visibilityOf } from '@pennant/rules/game/visibility'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useParams } from 'react-router'
import { useApi } from '../../api/context.ts'
import { gameToEditQuery } from '../../api/queries/game-to-edit.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { useMinute } from '../../kit/use-now.ts'
import type { Versioned } from '../../api/versioned.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { usePageName } from '../../ui/page-name.tsx'
import { gameIdIn } from '../game/current-game.ts'
import { MissingPage } from '../missing-page.tsx'
import classes from './layout.module.css'
import { changedKeys, gameKeys } from './changed-keys.ts'
import { StaffFrame } from './staff-frame.tsx'
import { useFollowChanges } from './follow-changes.tsx'
import { Name } from '../../ui/name.tsx'

export const GameEditorLayout = () => {
  const id = gameIdIn(useParams())
  return id === null ? <MissingPage /> : <Asked key={id} id={id} />
}

const Asked = ({ id }: { id: number }) => {
  const { t } = useTranslation('staff')
  const query = useQuery(gameToEditQuery(useApi(), id))
  useFollowChanges({ game: id, all: gameKeys(id), keysOf: (change) => changedKeys(id, change) })
  return (
    <Loaded query={query} failed={t('work.failed')}>
      {(game) => (
        <StaffFrame side={<Side game={game.data} />}>
          <Outlet context={game satisfies Versioned<GameInfo>} />
        </StaffFrame>
      )}
    </Loaded>
  )
}

const tones = { upcoming: 'neutral', running: 'good', ended: 'neutral' } as const satisfies Record<
  Phase,
  BadgeTone
>

const Side = ({ game }: { game: GameInfo }) => {
  const { id, title } = game
  const visibility = visibilityOf(game)
  const { t } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  const { supported } = useApi().extensions
  const phase = phaseOf(game, useMinute())
  usePageName(title)
  const base = `/admin/games/${id}`
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.title}>
          <Link to={base}>
            <Name>{title}</Name>
          </Link>
        </h1>
        <Badge tone={tones[phase]}>{p(`phase.${phase}`)}</Badge>
        {visibility !== 'listed' && <Badge tone="caution">{t(`work.${visibility}`)}</Badge>}
        <div className={classes.links}>
          <LinkButton size="small" to="/admin/games">
            {t('work.allGames')}
          </LinkButton>
          <LinkButton size="small" to={`/games/${id}/monitor/events`}>
            {t('watch.title')}
          </LinkButton>
          <LinkButton size="small" to={`/games/${id}`}>
            {t('work.public')}
          </LinkButton>
        </div>
      </header>
      <LinkTabs
        rail
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
          ...(supported ? [{ to: `${base}/results`, label: t('work.after') }] : []),
          ...(supported ? [{ to: `${base}/changes`, label: t('work.changes') }] : []),
        ]}
      />
    </>
  )
}
