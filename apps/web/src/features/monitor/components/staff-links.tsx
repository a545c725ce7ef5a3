import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useIs } from '../../../api/queries/session.ts'
import classes from './monitor.module.css'
import { type StaffSubject, staffLinksOf } from '../staff-links.ts'

const labels = { editor: 'edit', flags: 'flags', manageTeam: 'manage', manageUser: 'manage' } as const

export const StaffLinks = (subject: StaffSubject) => {
  const { t } = useTranslation('monitor')
  if (!useIs('Admin')) return null
  const { challenge = '', team = '', user = '' } = subject
  return (
    <span className={classes.links}>
      {staffLinksOf(subject).map(({ text, to }) => (
        <Link key={text} to={to} aria-label={t(`watch.link.${text}`, { challenge, team, user })}>
          {t(`watch.${labels[text]}`)}
        </Link>
      ))}
    </span>
  )
}
