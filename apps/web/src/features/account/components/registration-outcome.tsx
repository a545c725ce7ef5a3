import type { RegisterStatus } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/callout.tsx'

export type Waiting = { status: Exclude<RegisterStatus, 'LoggedIn'>; email: string }

export const RegistrationOutcome = ({ waiting: { status, email } }: { waiting: Waiting }) => {
  const { t } = useTranslation('account')
  const byMail = status === 'EmailConfirmationRequired'
  return (
    <Callout tone="good" title={byMail ? t('pending.mailSent', { email }) : t('pending.adminText')} alert>
      {byMail && <p>{t('pending.mailHint')}</p>}
    </Callout>
  )
}
