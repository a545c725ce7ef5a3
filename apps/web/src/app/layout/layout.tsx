import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router'
import { useLeaveWhenBanned } from '../../features/account/queries.ts'
import { withNotice } from '../notice.ts'
import { Header } from './header.tsx'
import classes from './layout.module.css'
import { NoticeStrip } from './notice-strip.tsx'
import { usePageTitle } from './page-title.ts'
import { usePlatform } from './platform.ts'
import { ServerClock } from './server-clock.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

const mainId = 'main'

export const Layout = () => {
  const { t } = useTranslation()
  const platform = usePlatform()
  const main = useFocusOnNavigation()
  const leaving = useNavigation().state !== 'idle'
  const navigate = useNavigate()
  const toldBanned = useCallback(
    () => void navigate('/', { replace: true, state: withNotice('banned') }),
    [navigate],
  )
  usePageTitle(platform.name)
  useLeaveWhenBanned(toldBanned)

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href={`#${mainId}`}>
        {t('layout.skip')}
      </a>
      <Header platform={platform} busy={leaving} />
      <main ref={main} id={mainId} className={classes.main} tabIndex={-1}>
        <NoticeStrip />
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <div className={classes.row}>
          <ServerClock />
        </div>
      </footer>
      <ScrollRestoration />
    </div>
  )
}
