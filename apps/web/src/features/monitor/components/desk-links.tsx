import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useIs } from '../../../api/queries/session.ts'
import classes from './monitor.module.css'
import { type DeskPlace, deskWays } from '../desk-way.ts'

const words = { editor: 'edit', flags: 'flags', teamDesk: 'manage', userDesk: 'manage' } as const

export const DeskLinks = (place: DeskPlace) => {
  const { t } = useTranslation('monitor')
  if (!useIs('Admin')) return null
  const { challenge = '', team = '', user = '' } = place
  return (
    <span className={classes.links}>
      {deskWays(place).map(({ text, to }) => (
        <Link key={text} to={to} aria-label={t(`watch.way.${text}`, { challenge, team, user })}>
          {t(`watch.${words[text]}`)}
        </Link>
      ))}
    </span>
  )
}
