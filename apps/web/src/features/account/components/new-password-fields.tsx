import { useTranslation } from 'react-i18next'
import type { Field } from '../../../kit/use-form.ts'
import { PasswordField } from '../../../ui/fields.tsx'
import { PasswordRules } from './password-rules.tsx'

type Props = { field: (name: 'password' | 'repeated') => Field<string> }

export const NewPasswordFields = ({ field }: Props) => {
  const { t } = useTranslation('account')
  return (
    <>
      <PasswordField
        {...field('password')}
        label={t('account.newPassword')}
        hint={<PasswordRules password={field('password').value} />}
        reveal={t('form.showPassword')}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('repeated')}
        label={t('account.repeatPassword')}
        reveal={t('form.showPassword')}
        autoComplete="new-password"
      />
    </>
  )
}
