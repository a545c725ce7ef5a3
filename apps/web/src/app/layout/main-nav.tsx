import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useIs } from '../../api/queries/session.ts'
import type { FrameText } from '../../i18n/area.ts'
import classes from './main-nav.module.css'

export type Entry = { to: string; text: FrameText }

export const entries: readonly Entry[] = [
  { to: '/games', text: 'title.games' },
  { to: '/teams', text: 'title.teams' },
  { to: '/posts', text: 'title.posts' },
  { to: '/about', text: 'title.about' },
]

export const MainNav = () => {
  const { t } = useTranslation()
  const administrates = useIs('Admin')
  return (
    <nav className={classes.nav} aria-label={t('nav.main')}>
      {entries.map(({ to, text }) => (
        <NavLink key={to} to={to} className={classes.link}>
          {t(text)}
        </NavLink>
      ))}
      {administrates && (
        <NavLink to="/admin" className={classes.link}>
          {t('title.admin')}
        </NavLink>
      )}
    </nav>
  )
}
