import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LinkButton } from '../../../ui/button.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { RegisterForm } from '../components/register-form.tsx'
import { RegistrationOutcome, type Waiting } from '../components/registration-outcome.tsx'
import { useAccountPaths } from '../use-account-paths.ts'

const titleId = 'register'

export const RegisterPage = ({ onLoggedIn }: { onLoggedIn: () => void }) => {
  const { t } = useTranslation('account')
  const paths = useAccountPaths()
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  if (waiting === null)
    return (
      <NarrowPage fills titleId={titleId} title={t('register.heading')} lead={t('register.lead')}>
        <RegisterForm
          labelledBy={titleId}
          returnTo={paths.destination}
          beside={
            <p>
              {t('register.known')} <Link to={paths.login}>{t('account.logIn')}</Link>
            </p>
          }
          onLoggedIn={onLoggedIn}
          onWaiting={setWaiting}
        />
      </NarrowPage>
    )
  const byMail = waiting.status === 'EmailConfirmationRequired'
  return (
    <NarrowPage titleId={titleId} title={byMail ? t('pending.mailTitle') : t('pending.adminTitle')}>
      <RegistrationOutcome waiting={waiting} />
      <LinkButton to={paths.login}>{t('account.logIn')}</LinkButton>
    </NarrowPage>
  )
}
