import { register } from '@pennant/contract/account'
import type { RegisterStatus } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { sessionQuery } from '../../../api/queries/session.ts'
import { useForm } from '../../../kit/use-form.ts'
import { useSeal } from '../../../kit/use-seal.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { PasswordField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { PasswordRules } from '../components/password-rules.tsx'
import { faultsOf, memberAtFault } from '../new-account.ts'
import { useAccountPaths } from '../use-account-paths.ts'

type Props = {
  invitedTo?: string | null
  onLoggedIn: () => void
}

type Outcome = Exclude<RegisterStatus, 'LoggedIn'>

const titleId = 'register'

export const RegisterPage = ({ invitedTo = null, onLoggedIn }: Props) => {
  const { t } = useTranslation('account')
  const paths = useAccountPaths()
  const [outcome, setOutcome] = useState<{ status: Outcome; email: string } | null>(null)

  if (outcome === null)
    return (
      <NarrowPage titleId={titleId} title={t('register.title')} lead={t('register.lead')}>
        {invitedTo !== null && <Callout tone="neutral" title={t('account.invited', { team: invitedTo })} />}
        <RegisterForm onLoggedIn={onLoggedIn} onWaiting={(status, email) => setOutcome({ status, email })} />
        <p>
          {t('register.known')} <Link to={paths.login}>{t('account.logIn')}</Link>
        </p>
      </NarrowPage>
    )
  const byMail = outcome.status === 'EmailConfirmationRequired'
  return (
    <NarrowPage titleId={titleId} title={byMail ? t('pending.mailTitle') : t('pending.adminTitle')}>
      <Callout
        tone="good"
        title={byMail ? t('pending.mailSent', { email: outcome.email }) : t('pending.adminText')}
        alert
      >
        {byMail && <p>{t('pending.mailHint')}</p>}
      </Callout>
      <LinkButton to={paths.login}>{t('account.logIn')}</LinkButton>
    </NarrowPage>
  )
}

type FormProps = { onLoggedIn: () => void; onWaiting: (status: Outcome, email: string) => void }

const RegisterForm = ({ onLoggedIn, onWaiting }: FormProps) => {
  const { t } = useTranslation('account')
  const api = useApi()
  const queries = useQueryClient()
  const seal = useSeal()
  const captcha = useCaptcha('register')
  const form = useForm({
    initial: { email: '', userName: '', password: '', repeated: '' },
    most: { email: limits.email, userName: limits.userName.max },
    check: ({ repeated, ...draft }) => ({
      ...Object.fromEntries(
        Object.entries(faultsOf(draft)).map(([member, fault]) => [
          member,
          t(fault.code, 'params' in fault ? fault.params : {}),
        ]),
      ),
      ...(repeated === draft.password ? {} : { repeated: t('form.repeatDiffers') }),
    }),
    async send({ email, userName, password }) {
      try {
        const { data } = await api.call(register, {
          body: { email, userName, password: await seal(password), challenge: await captcha.answer() },
        })
        if (data !== 'LoggedIn') return onWaiting(data, email)
        await queries.query({ ...sessionQuery(api), staleTime: 0 })
        onLoggedIn()
      } catch (problem) {
        captcha.again()
        throw problem
      }
    },
    memberOf: memberAtFault,
  })
  const pending = form.pending || form.sent

  return (
    <Form labelledBy={titleId} pending={pending} refusals={form.refusals} onSubmit={form.submit}>
      {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
      <TextField email {...form.field('email')} label={t('account.email')} autoComplete="email" />
      <TextField
        {...form.field('userName')}
        label={t('account.userName')}
        hint={t('setup.userNameHint', { min: limits.userName.min, count: limits.userName.max })}
        autoComplete="username"
      />
      <PasswordField
        {...form.field('password')}
        label={t('account.password')}
        hint={<PasswordRules password={form.draft.password} />}
        reveal={t('form.showPassword')}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('repeated')}
        label={t('account.repeatPassword')}
        reveal={t('form.showPassword')}
        autoComplete="new-password"
      />
      {captcha.field}
      <Button kind="primary" submit pending={pending}>
        {pending ? t('register.sending') : t('register.send')}
      </Button>
    </Form>
  )
}
