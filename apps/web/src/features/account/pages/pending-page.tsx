import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../../ui/button.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'

/** Where somebody waits for the mail that confirms their address. */
export const PendingPage = ({ loginPath, registerPath }: { loginPath: string; registerPath: string }) => {
  const { t } = useTranslation('account')
  return (
    <NarrowPage titleId="pending" title={t('pending.mailTitle')} lead={t('pending.mailLead')}>
      <p>{t('pending.mailHint')}</p>
      <LinkButton kind="primary" to={loginPath}>
        {t('account.logIn')}
      </LinkButton>
      <LinkButton to={registerPath}>{t('register.again')}</LinkButton>
    </NarrowPage>
  )
}
