import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NarrowPage } from '../../ui/narrow-page.tsx'
import { entries } from '../layout/main-nav.tsx'
import { useShowOverlay } from '../overlay.ts'
import classes from './not-found.module.css'

export const Component = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const show = useShowOverlay()
  return (
    <NarrowPage titleId="not-found" title={t('notFound.title')} lead={t('notFound.text')}>
      <p className={classes.path}>{pathname}</p>
      <LinkButton kind="primary" to="/">
        {t('common.toHome')}
      </LinkButton>
      <Button icon={<Icon name="search" />} onClick={() => show('palette')}>
        {t('menu.commands')}
      </Button>
      <ul className={classes.links}>
        {entries.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{t(text)}</Link>
          </li>
        ))}
      </ul>
    </NarrowPage>
  )
}
