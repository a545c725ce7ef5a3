import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLoggedOutByHttps, useProfile } from '../../../api/queries/session.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { PasswordField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { useAccountPaths } from '../use-account-paths.ts'
import { useLogin } from '../use-login.ts'

type Props = {
  invitedTo?: string | null
  lead?: string
  onLoggedIn: () => void
}

const title = 'login'

export const LoginPage = ({ invitedTo = null, lead, onLoggedIn }: Props) => {
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
          {invitedTo !== null && <Callout tone="neutral" title={t('account.invited', { team: invitedTo })} />}
          <LoginForm login={login} recoveryPath={paths.recovery} onLoggedIn={onLoggedIn} />
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

type FormProps = { login: ReturnType<typeof useLogin>; recoveryPath: string; onLoggedIn: () => void }

const LoginForm = ({ login, recoveryPath, onLoggedIn }: FormProps) => {
  const { t } = useTranslation('account')
  const captcha = useCaptcha('login')
  const form = useForm({
    initial: { userName: '', password: '' },
    check: ({ userName, password }) => ({
      ...(userName.trim() === '' ? { userName: t('form.required') } : {}),
      ...(password.trim() === '' ? { password: t('form.required') } : {}),
    }),
    async send(credentials) {
      try {
        await login.mutateAsync({ ...credentials, challenge: await captcha.answer() })
      } catch (problem) {
        captcha.again()
        throw problem
      }
    },
    onSent: onLoggedIn,
  })
  const pending = form.pending || form.sent

  return (
    <Form labelledBy={title} pending={pending} refusals={form.refusals} onSubmit={form.submit}>
      {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
      <TextField {...form.field('userName')} label={t('account.nameOrEmail')} autoComplete="username" />
      <PasswordField
        {...form.field('password')}
        label={t('account.password')}
        hint={<Link to={recoveryPath}>{t('login.forgotten')}</Link>}
        reveal={t('form.showPassword')}
        autoComplete="current-password"
      />
      {captcha.field}
      <Button kind="primary" submit pending={pending}>
        {pending ? t('account.loggingIn') : t('account.logIn')}
      </Button>
    </Form>
  )
}
