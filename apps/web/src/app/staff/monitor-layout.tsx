import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { useIs } from '../../api/queries/session.ts'
import { Countdown } from '../../features/game/components/countdown.tsx'
import { useHasPassed } from '../../kit/use-now.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { useGame } from '../game/current-game.ts'
import { useSheetAddress } from '../game/sheet.tsx'
import { UnreadBadge } from '../game/unread-badge.tsx'
import classes from './layout.module.css'
import { StaffFrame } from './staff-frame.tsx'
import { Name } from '../../ui/name.tsx'

export const MonitorLayout = () => {
  const { game } = useGame()
  return (
    <StaffFrame side={<Side />}>
      <Outlet context={game} />
    </StaffFrame>
  )
}

const Side = () => {
  const { t } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  const { game, unread } = useGame()
  const addressOf = useSheetAddress()
  const started = useHasPassed(game.start)
  const edits = useIs('Admin')
  const base = `/games/${game.id}`
  const monitor = `${base}/monitor`
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.title}>
          <Link to={base}>
            <Name>{game.title}</Name>
          </Link>
        </h1>
        <div className={classes.countdown}>
          <Countdown game={game} />
        </div>
        {/* On a phone, the bar at the bottom leads to the same pages. */}
        <div className={classes.links} data-barred={started || undefined}>
          <LinkButton size="small" to={base}>
            {t('work.public')}
          </LinkButton>
          {started && (
            <LinkButton size="small" to={`${base}/scoreboard`}>
              {p('game.scoreboard')}
            </LinkButton>
          )}
          {edits && (
            <LinkButton size="small" to={`/admin/games/${game.id}`}>
              {p('game.edit')}
            </LinkButton>
          )}
          {started && (
            <Link
              to={addressOf('notices')}
              className={classes.bell}
              title={p('notice.title')}
              preventScrollReset
            >
              <Icon name="bell" size={20} />
              <UnreadBadge count={unread} />
            </Link>
          )}
        </div>
      </header>
      <LinkTabs
        rail
        label={t('watch.parts')}
        tabs={[
          { to: monitor, label: t('watch.overview'), end: true },
          { to: `${monitor}/events`, label: t('watch.events') },
          { to: `${monitor}/submissions`, label: t('watch.submissions') },
          { to: `${monitor}/cheatinfo`, label: t('watch.cheats') },
          { to: `${monitor}/traffic`, label: t('watch.traffic') },
        ]}
      />
    </>
  )
}
