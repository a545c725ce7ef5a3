import { register } from '@pennant/contract/account'
import { limits } from '@pennant/contract/limit'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { sessionQuery } from '../../../api/queries/session.ts'
import { useForm } from '../../../kit/use-form.ts'
import { useSeal } from '../../../kit/use-seal.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { faultsOf, memberAtFault } from '../new-account.ts'
import { PasswordRules } from './password-rules.tsx'
import type { Waiting } from './registration-outcome.tsx'

type Props = {
  labelledBy: string
  /** Where the link of the confirmation mail leads. */
  returnTo: string
  send?: string
  beside?: ReactNode
  onLoggedIn: () => void
  onWaiting: (waiting: Waiting) => void
}

export const RegisterForm = ({ labelledBy, returnTo, send, beside, onLoggedIn, onWaiting }: Props) => {
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
          body: {
            email,
            userName,
            password: await seal(password),
            challenge: await captcha.answer(),
            ...(returnTo === '/' || returnTo.length > limits.returnPath ? {} : { returnTo }),
          },
        })
        if (data !== 'LoggedIn') return onWaiting({ status: data, email })
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
    <Form labelledBy={labelledBy} {...form.frame} pending={pending}>
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
      {beside}
      <Button kind="primary" submit pending={pending}>
        {pending ? t('register.sending') : (send ?? t('register.send'))}
      </Button>
    </Form>
  )
}
