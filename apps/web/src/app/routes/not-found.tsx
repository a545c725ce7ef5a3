import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { NarrowPage } from '../../ui/narrow-page.tsx'
import classes from './not-found.module.css'

export const Component = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <NarrowPage titleId="not-found" title={t('notFound.title')} lead={t('notFound.text')}>
      <p className={classes.path}>{pathname}</p>
      <LinkButton kind="primary" to="/">
        {t('common.toHome')}
      </LinkButton>
    </NarrowPage>
  )
}
