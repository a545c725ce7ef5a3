import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLoggedOutByHttps, useProfile } from '../../../api/queries/session.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { LoginForm } from '../components/login-form.tsx'
import { useAccountPaths } from '../use-account-paths.ts'
import { useLogin } from '../use-login.ts'

type Props = {
  lead?: string
  onLoggedIn: () => void
}

const title = 'login'

export const LoginPage = ({ lead, onLoggedIn }: Props) => {
  const { t } = useTranslation('account')
  const profile = useProfile()
  const loggedOutByHttps = useLoggedOutByHttps()
  const login = useLogin()
  const paths = useAccountPaths()

  // Logging in sets the profile just before the page is left.
  const somebody = login.isIdle ? profile : null
  return (
    <NarrowPage titleId={title} title={t('account.logIn')} lead={lead}>
      {somebody == null ? (
        <>
          {loggedOutByHttps && <Callout tone="neutral" title={t('login.movedToHttps')} />}
          <LoginForm labelledBy={title} login={login} recoveryPath={paths.recovery} onLoggedIn={onLoggedIn} />
          <p>
            {t('login.new')} <Link to={paths.register}>{t('register.title')}</Link>
          </p>
        </>
      ) : (
        <Callout tone="neutral" title={t('account.alreadyLoggedIn', { name: somebody.userName })}>
          <LinkButton to={paths.destination}>{t('common.goOn')}</LinkButton>
        </Callout>
      )}
    </NarrowPage>
  )
}
