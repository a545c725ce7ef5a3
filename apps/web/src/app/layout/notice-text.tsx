import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { sessionQuery } from '../../api/queries/session.ts'
import { Callout } from '../../ui/callout.tsx'
import type { Notice } from '../notice.ts'

export const NoticeText = ({ notice }: { notice: Notice }) => {
  const { t } = useTranslation()
  const { data: profile } = useQuery(sessionQuery(useApi()))
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
  // History brings back the state, though it may no longer be true.
  const isOut = notice === 'loggedOut' || notice === 'banned' || notice === 'passwordChanged'
  if (isOut !== (profile === null)) return null
  return <Callout tone={notice === 'banned' ? 'danger' : 'good'} title={texts[notice]} alert />
}
