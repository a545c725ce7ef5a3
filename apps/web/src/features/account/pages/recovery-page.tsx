import { recovery } from '@pennant/contract/account'
import { limits } from '@pennant/contract/limit'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { faultsOf } from '../new-account.ts'
import { useAccountPaths } from '../use-account-paths.ts'

const titleId = 'recovery'

export const RecoveryPage = () => {
  const { t } = useTranslation('account')
  const { login } = useAccountPaths()
  const api = useApi()
  const captcha = useCaptcha('recovery')
  const [said, setSaid] = useState('')
  const form = useForm({
    initial: { email: '' },
    check({ email }) {
      const { email: fault } = faultsOf({ email, userName: '', password: '' })
      return fault === undefined ? {} : { email: t(fault.code) }
    },
    async send({ email }) {
      try {
        const answer = await api.call(recovery, { body: { email, challenge: await captcha.answer() } })
        setSaid(answer.title)
      } finally {
        captcha.again()
      }
    },
    memberOf: ({ code }) => (code?.startsWith('account.email') === true ? 'email' : null),
  })

  return (
    <NarrowPage titleId={titleId} title={t('recovery.title')} lead={t('recovery.lead')}>
      {form.sent ? (
        <Callout tone="good" title={said} alert>
          <LinkButton size="small" to={login}>
            {t('account.logIn')}
          </LinkButton>
        </Callout>
      ) : (
        <Form labelledBy={titleId} {...form.frame}>
          <TextField
            email
            {...form.field('email')}
            label={t('account.email')}
            autoComplete="email"
            maxLength={limits.email}
          />
          {captcha.field}
          <Button kind="primary" submit pending={form.pending}>
            {t('recovery.send')}
          </Button>
          <LinkButton to={login}>{t('common.back')}</LinkButton>
        </Form>
      )}
    </NarrowPage>
  )
}
