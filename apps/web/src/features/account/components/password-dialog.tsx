import { changePassword } from '@pennant/contract/account'
import { passwordFault } from '@pennant/rules/account/password-policy'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useForm } from '../../../kit/use-form.ts'
import { useSeal } from '../../../kit/use-seal.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

type Props = { onClose: () => void; onDone: () => void }

/** A new password ends every session of the account, this one too. */
export const PasswordDialog = ({ onClose, onDone }: Props) => {
  const { t } = useTranslation('account')
  const titleId = useId()
  const api = useApi()
  const seal = useSeal()
  const form = useForm({
    initial: { old: '', password: '', repeated: '' },
    check: ({ old, password, repeated }) => ({
      ...(old === '' ? { old: t('form.required') } : {}),
      ...(passwordFault(password) === null ? {} : { password: t('form.passwordPolicy') }),
      ...(password === repeated ? {} : { repeated: t('form.repeatDiffers') }),
    }),
    send: async ({ old, password }) =>
      api.call(changePassword, { body: { old: await seal(old), new: await seal(password) } }),
    memberOf: ({ code, field }) =>
      code === 'account.oldPasswordWrong' || field === 'old'
        ? 'old'
        : code?.startsWith('password.') === true || field === 'new'
          ? 'password'
          : null,
    onSent: onDone,
  })
  const pending = form.pending || form.sent
  return (
    <Dialog
      size="narrow"
      title={<span id={titleId}>{t('profile.changePassword')}</span>}
      close={t('common.close')}
      onClose={onClose}
    >
      <Form labelledBy={titleId} {...form.frame} pending={pending}>
        <p>{t('profile.passwordEndsSessions')}</p>
        <PasswordField
          {...form.field('old')}
          label={t('account.currentPassword')}
          reveal={t('form.showPassword')}
          autoComplete="current-password"
        />
        <NewPasswordFields field={form.field} />
        <Button kind="primary" submit pending={pending}>
          {t('profile.changePassword')}
        </Button>
      </Form>
    </Dialog>
  )
}
