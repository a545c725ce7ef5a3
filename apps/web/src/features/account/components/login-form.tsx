import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { ticketIn, type useLogin } from '../use-login.ts'

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

type Props = {
  labelledBy: string
  login: ReturnType<typeof useLogin>
  recoveryPath: string
  send?: string
  beside?: ReactNode
  onLoggedIn: () => void
}

export const LoginForm = ({ labelledBy, login, recoveryPath, send, beside, onLoggedIn }: Props) => {
  const { t } = useTranslation('account')
  const captcha = useCaptcha('login')
  const [ticket, setTicket] = useState<string | null>(null)
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
        setTicket(ticketIn(problem))
        throw problem
      }
    },
    onSent: onLoggedIn,
  })
  const pending = form.pending || form.sent

  if (ticket !== null)
    return (
      <Suspense>
        <SecondStep
          ticket={ticket}
          onLoggedIn={onLoggedIn}
          onStartOver={() => {
            setTicket(null)
            form.reset({ ...form.draft, password: '' })
          }}
        />
      </Suspense>
    )
  return (
    <Form labelledBy={labelledBy} {...form.frame} pending={pending}>
      <TextField {...form.field('userName')} label={t('account.nameOrEmail')} autoComplete="username" />
      <PasswordField
        {...form.field('password')}
        label={t('account.password')}
        hint={<Link to={recoveryPath}>{t('login.forgotten')}</Link>}
        reveal={t('form.showPassword')}
        autoComplete="current-password"
      />
      {captcha.field}
      {beside}
      <Button kind="primary" submit pending={pending}>
        {pending ? t('account.loggingIn') : (send ?? t('account.logIn'))}
      </Button>
    </Form>
  )
}
