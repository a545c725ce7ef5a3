import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useApi } from '../../api/context.ts'
import { sessionQuery } from '../../api/session.ts'
import { Callout } from '../../ui/callout.tsx'
import { noticeIn } from '../notice.ts'
import classes from './notice-strip.module.css'

/** Says what has just happened, here and to screen readers, until the next page. */
export const NoticeStrip = () => {
  const { t } = useTranslation()
  const { data: profile } = useQuery(sessionQuery(useApi()))
  const notice = noticeIn(useLocation().state)
  const name = profile?.userName ?? ''

  const texts = {
    administratorCreated: t('notice.administratorCreated', { name }),
    loggedIn: t('notice.loggedIn', { name }),
    loggedOut: t('notice.loggedOut'),
    banned: t('notice.banned'),
    registered: t('notice.registered', { name }),
    addressConfirmed: t('notice.addressConfirmed', { name }),
    addressChanged: t('notice.addressChanged', { email: profile?.email ?? '' }),
    passwordChanged: t('notice.passwordChanged'),
  }
  // Going back in the history brings back the state, but not what it said.
  const isOut = notice === 'loggedOut' || notice === 'banned' || notice === 'passwordChanged'
  const holds = notice !== null && isOut === (profile === null)
  return (
    <div aria-live="polite" className={classes.strip}>
      {holds && <Callout tone={notice === 'banned' ? 'danger' : 'good'} title={texts[notice]} />}
    </div>
  )
}
