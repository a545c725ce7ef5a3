import { passwordReset } from '@pennant/contract/account'
import { passwordFault } from '@pennant/rules/account/password-policy'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useForm } from '../../../kit/use-form.ts'
import { useSeal } from '../../../kit/use-seal.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Form } from '../../../ui/form.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { NewPasswordFields } from '../components/new-password-fields.tsx'
import { useMailLink } from '../mail-link.ts'

type Props = {
  recoveryPath: string
  onDone: () => void
}

const titleId = 'reset'

export const ResetPage = ({ recoveryPath, onDone }: Props) => {
  const { t } = useTranslation('account')
  const link = useMailLink()
  if (link === null)
    return (
      <NarrowPage titleId={titleId} title={t('reset.title')}>
        <Callout tone="caution" title={t('link.broken')}>
          <p>{t('link.brokenHint')}</p>
          <LinkButton size="small" to={recoveryPath}>
            {t('recovery.title')}
          </LinkButton>
        </Callout>
      </NarrowPage>
    )
  return (
    <NarrowPage titleId={titleId} title={t('reset.title')} lead={t('reset.lead', { email: link.address })}>
      <ResetForm token={link.token} email={link.email} onDone={onDone} />
    </NarrowPage>
  )
}

const ResetForm = ({ token, email, onDone }: { token: string; email: string; onDone: () => void }) => {
  const { t } = useTranslation('account')
  const api = useApi()
  const seal = useSeal()
  const form = useForm({
    initial: { password: '', repeated: '' },
    check: ({ password, repeated }) => ({
      ...(passwordFault(password) === null ? {} : { password: t('form.passwordPolicy') }),
      ...(password === repeated ? {} : { repeated: t('form.repeatDiffers') }),
    }),
    send: async ({ password }) =>
      api.call(passwordReset, { body: { rToken: token, email, password: await seal(password) } }),
    memberOf: ({ code }) => (code?.startsWith('password.') === true ? 'password' : null),
    onSent: onDone,
  })
  return (
    <Form labelledBy={titleId} {...form.frame} pending={form.pending || form.sent}>
      <NewPasswordFields field={form.field} />
      <Button kind="primary" submit pending={form.pending || form.sent}>
        {t('reset.send')}
      </Button>
    </Form>
  )
}
