import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../../ui/fields.tsx'
import { PasswordRules } from './password-rules.tsx'

export type NewPassword = { password: string; repeated: string }

type Props = {
  draft: NewPassword
  faults: Partial<Record<keyof NewPassword, string>>
  change: (member: keyof NewPassword) => (value: string) => void
}

export const NewPasswordFields = ({ draft, faults, change }: Props) => {
  const { t } = useTranslation('account')
  return (
    <>
      <PasswordField
        name="password"
        label={t('account.newPassword')}
        hint={<PasswordRules password={draft.password} />}
        reveal={t('form.showPassword')}
        autoComplete="new-password"
        value={draft.password}
        fault={faults.password}
        onChange={change('password')}
      />
      <PasswordField
        name="repeated"
        label={t('account.repeatPassword')}
        reveal={t('form.showPassword')}
        autoComplete="new-password"
        value={draft.repeated}
        fault={faults.repeated}
        onChange={change('repeated')}
      />
    </>
  )
}
