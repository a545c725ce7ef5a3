import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../../ui/button.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { useAccountPaths } from '../use-account-paths.ts'

export const PendingPage = () => {
  const { t } = useTranslation('account')
  const { login, register } = useAccountPaths()
  return (
    <NarrowPage titleId="pending" title={t('pending.mailTitle')} lead={t('pending.mailLead')}>
      <p>{t('pending.mailHint')}</p>
      <LinkButton kind="primary" to={login}>
        {t('account.logIn')}
      </LinkButton>
      <LinkButton to={register}>{t('register.again')}</LinkButton>
    </NarrowPage>
  )
}
