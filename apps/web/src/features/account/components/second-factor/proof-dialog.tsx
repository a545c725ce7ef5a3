import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../../kit/use-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { PasswordField } from '../../../../ui/fields.tsx'
import { Form } from '../../../../ui/form.tsx'
import type { Proof } from '../../second-factor-queries.ts'
import { CodeField } from './code-field.tsx'

type Props = {
  title: string
  text: string
  send: string
  danger?: boolean
  onSend: (proof: Proof) => Promise<void>
  onClose: () => void
}

export const ProofDialog = ({ title, text, send, danger = false, onSend, onClose }: Props) => {
  const { t } = useTranslation('account')
  const titleId = useId()
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      ...(password === '' ? { password: t('form.required') } : {}),
      ...(code.trim() === '' ? { code: t('form.required') } : {}),
    }),
    send: onSend,
    memberOf: ({ code }) => (code === 'account.oldPasswordWrong' ? 'password' : null),
  })
  return (
    <Dialog
      size="narrow"
      title={<span id={titleId}>{title}</span>}
      close={t('common.close')}
      onClose={onClose}
    >
      <Form labelledBy={titleId} {...form.frame}>
        <p>{text}</p>
        <PasswordField
          {...form.field('password')}
          label={t('account.currentPassword')}
          reveal={t('form.showPassword')}
          autoComplete="current-password"
        />
        <CodeField {...form.field('code')} hint={t('factor.anyCodeHint')} />
        <Button kind={danger ? 'danger' : 'primary'} submit pending={form.pending}>
          {send}
        </Button>
      </Form>
    </Dialog>
  )
}
