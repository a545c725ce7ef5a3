import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { useGame } from '../game/outlet.ts'
import classes from './layout.module.css'

/** What stands around every screen that watches a game. */
export const MonitorLayout = () => {
  const { t } = useTranslation('desk')
  const { game } = useGame()
  const base = `/games/${game.id}/monitor`
  return (
    <div className={classes.frame} data-full-width>
      <LinkTabs
        label={t('watch.parts')}
        tabs={[
          { to: base, label: t('watch.overview'), end: true },
          { to: `${base}/events`, label: t('watch.events') },
          { to: `${base}/submissions`, label: t('watch.submissions') },
          { to: `${base}/cheatinfo`, label: t('watch.cheats') },
          { to: `${base}/traffic`, label: t('watch.traffic') },
        ]}
      />
      <Outlet context={game} />
    </div>
  )
}
