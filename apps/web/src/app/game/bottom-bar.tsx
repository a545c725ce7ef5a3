import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { Icon, type IconName } from '../../ui/icon.tsx'
import classes from './bottom-bar.module.css'
import { useSheetAddress } from './sheet.tsx'
import { UnreadBadge } from './unread-badge.tsx'

type Props = {
  base: string
  plays: boolean
  accepted: boolean
  unread: number
  staff: 'edit' | 'monitor' | null
}

export const BottomBar = ({ base, plays, accepted, unread, staff }: Props) => {
  const { t } = useTranslation('play')
  const addressOf = useSheetAddress()
  const face = (icon: IconName, text: string) => (
    <>
      <Icon name={icon} size={22} />
      <span className={classes.text}>{text}</span>
    </>
  )
  return (
    <nav className={classes.bar} aria-label={t('bar.label')} data-bottom-bar="">
      {plays && (
        <NavLink to={`${base}/challenges`} className={classes.item}>
          {face('grid', t('game.challenges'))}
        </NavLink>
      )}
      <NavLink to={`${base}/scoreboard`} className={classes.item}>
        {face('chart', t('game.scoreboard'))}
      </NavLink>
      <Link to={addressOf('notices')} className={classes.item} preventScrollReset>
        <Icon name="bell" size={22} />
        <span className={classes.text} aria-hidden="true">
          {t('notice.title')}
        </span>
        <UnreadBadge count={unread} />
      </Link>
      {accepted && (
        <Link to={addressOf('team')} className={classes.item} preventScrollReset>
          {face('users', t('bar.team'))}
        </Link>
      )}
      {staff === 'monitor' && (
        <NavLink to={`${base}/monitor`} className={classes.item}>
          {face('eye', t('game.monitor'))}
        </NavLink>
      )}
      {staff === 'edit' && (
        <Link to={`/admin${base}`} className={classes.item}>
          {face('edit', t('game.edit'))}
        </Link>
      )}
    </nav>
  )
}
