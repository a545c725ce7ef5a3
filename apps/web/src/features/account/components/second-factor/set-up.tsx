import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../../kit/use-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { PasswordField } from '../../../../ui/fields.tsx'
import { Form } from '../../../../ui/form.tsx'
import { useSecondFactorActions } from '../../second-factor-queries.ts'
import { CodeField } from './code-field.tsx'
import classes from './second-factor.module.css'

type Props = { labelledBy: string; onDone: (recoveryCodes: readonly string[]) => void }
type Pending = { secret: string; uri: string; setup: string }

const QrCode = lazy(async () => ({ default: (await import('../../../../ui/qr-code.tsx')).QrCode }))

export const SetUp = ({ labelledBy, onDone }: Props) => {
  const [pending, setPending] = useState<Pending | null>(null)
  return pending === null ? (
    <PasswordStep labelledBy={labelledBy} onDone={setPending} />
  ) : (
    <CodeStep labelledBy={labelledBy} pending={pending} onDone={onDone} />
  )
}

const PasswordStep = ({ labelledBy, onDone }: { labelledBy: string; onDone: (pending: Pending) => void }) => {
  const { t } = useTranslation('account')
  const actions = useSecondFactorActions()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: t('form.required') } : {}),
    send: async ({ password }) => onDone(await actions.begin(password)),
    memberOf: ({ code }) => (code === 'account.oldPasswordWrong' ? 'password' : null),
  })
  return (
    <div className={classes.form}>
      <Form labelledBy={labelledBy} {...form.frame}>
        <PasswordField
          {...form.field('password')}
          label={t('account.currentPassword')}
          reveal={t('form.showPassword')}
          autoComplete="current-password"
        />
        <Button kind="primary" submit pending={form.pending}>
          {t('factor.next')}
        </Button>
      </Form>
    </div>
  )
}

const CodeStep = ({ labelledBy, pending, onDone }: Props & { pending: Pending }) => {
  const { t } = useTranslation('account')
  const actions = useSecondFactorActions()
  const { secret, uri, setup } = pending
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t('form.required') } : {}),
    send: async ({ code }) => onDone(await actions.confirm(setup, code)),
  })
  const labels = {
    copy: t('factor.copyKey'),
    copied: t('factor.copied'),
    failed: t('factor.copyFailed'),
  }
  return (
    <div className={classes.setup}>
      <div className={classes.plate}>
        <Suspense>
          <QrCode text={uri} label={t('factor.qr')} />
        </Suspense>
      </div>
      <Form labelledBy={labelledBy} {...form.frame}>
        <p>{t('factor.scan')}</p>
        <p className={classes.key}>
          <code>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
          <CopyButton text={secret} labels={labels} />
        </p>
        <CodeField {...form.field('code')} hint={t('factor.codeHint')} focused />
        <p>{t('factor.endsSessions')}</p>
        <Button kind="primary" submit pending={form.pending}>
          {t('factor.confirm')}
        </Button>
      </Form>
    </div>
  )
}
