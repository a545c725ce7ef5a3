import { limits } from '@pennant/contract/limit'
import { passwordFaults } from '@pennant/rules/account/password-policy'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { shownRules } from '../new-account.ts'
import classes from './password-rules.module.css'

type Props = { password: string }

export const PasswordRules = ({ password }: Props) => {
  const { t } = useTranslation()
  const broken = new Set(passwordFaults(password).map(({ code }) => code))
  const { min, max } = limits.password
  const texts = {
    'password.tooShort': t('password.length', { count: min }),
    'password.tooLong': t('password.notLonger', { count: max }),
    'password.needsLower': t('password.lower'),
    'password.needsUpper': t('password.upper'),
    'password.needsDigit': t('password.digit'),
  }
  const rules = [...shownRules, ...(broken.has('password.tooLong') ? (['password.tooLong'] as const) : [])]
  return (
    <ul className={classes.rules} aria-label={t('password.rules')}>
      {rules.map((rule) => {
        const kept = !broken.has(rule)
        return (
          <li key={rule} className={classes.rule} data-kept={kept || undefined}>
            <Icon name={kept ? 'check' : 'dash'} size={14} />
            {texts[rule]}
            <VisuallyHidden>{`(${kept ? t('password.kept') : t('password.open')})`}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
