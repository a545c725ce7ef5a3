import { lazy, Suspense, useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router'
import { useLeaveWhenBanned } from '../../features/account/queries.ts'
import { withNotice } from '../notice.ts'
import { Header } from './header.tsx'
import { useToasts } from '../../ui/toast-store.ts'
import classes from './layout.module.css'
import { NoticeStrip } from './notice-strip.tsx'
import { usePageTitle } from './page-title.ts'
import { usePlatform } from './platform.ts'
import { ServerClock } from './server-clock.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

const mainId = 'main'

const Toasts = lazy(async () => ({ default: (await import('./corner.tsx')).Corner }))

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
  const toasts = useToasts()
  const talking = useSyncExternalStore(toasts.subscribe, () => toasts.current().length > 0)
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
      {talking && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  )
}
