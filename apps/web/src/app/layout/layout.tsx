import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router'
import { useClientConfig } from '../../api/queries/client-config.ts'
import { useLeaveWhenBanned } from '../../features/account/queries.ts'
import { usePlatform } from '../../kit/platform.ts'
import { useColorStore } from '../../theme/color.ts'
import { PennantMark } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toast-store.ts'
import { outWithNotice } from '../notice.ts'
import { type Overlay, OverlayProvider } from '../overlay.ts'
import { useLazyComponent } from '../use-lazy-component.ts'
import { Header } from './header.tsx'
import classes from './layout.module.css'
import { NoticeStrip } from './notice-strip.tsx'
import { usePageTitle } from './page-title.ts'
import { ServerClock } from './server-clock.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

const mainId = 'main'

const loadToasts = async () => (await import('./toast-region.tsx')).ToastRegion
const loadFooter = async () => (await import('../../ui/markdown/markdown.tsx')).Markdown
const retryMs = 5_000

export const Layout = () => {
  const { t } = useTranslation()
  const platform = usePlatform()
  const main = useFocusOnNavigation()
  const leaving = useNavigation().state !== 'idle'
  const navigate = useNavigate()
  const leaveAsBanned = useCallback(() => navigate('/', outWithNotice('banned')), [navigate])
  const toasts = useToasts()
  const talking = useSyncExternalStore(toasts.subscribe, () => toasts.current().length > 0)
  const [talked, setTalked] = useState(false)
  if (talking && !talked) setTalked(true)
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const footer = useManagedLook()
  const corner = useLazyComponent({ wanted: talked, load: loadToasts, props: {}, retryMs })
  const footerText = useLazyComponent({
    wanted: footer !== null,
    load: loadFooter,
    props: { source: footer ?? '' },
    retryMs,
  })
  usePageTitle(platform.name)
  useLeaveWhenBanned(leaveAsBanned)

  return (
    <OverlayProvider value={setOverlay}>
      <div className={classes.frame}>
        <a className={classes.skip} href={`#${mainId}`}>
          {t('layout.skip')}
        </a>
        <Header platform={platform} busy={leaving} overlay={overlay} />
        <main ref={main} id={mainId} className={classes.main} tabIndex={-1}>
          <NoticeStrip />
          <Outlet />
        </main>
        <footer className={classes.footer}>
          <div className={classes.row}>
            {footer !== null && footerText !== null && <div className={classes.footerText}>{footerText}</div>}
            <ServerClock />
          </div>
        </footer>
        {corner}
        <ScrollRestoration />
      </div>
    </OverlayProvider>
  )
}

export const InitialLoader = () => (
  <div className={classes.loader} role="progressbar" aria-label={useTranslation().t('common.loading')}>
    <PennantMark size={56} />
  </div>
)

const useManagedLook = (): string | null => {
  const config = useClientConfig()
  const color = useColorStore()
  const managed = config?.customTheme
  useEffect(() => {
    if (managed !== undefined) color.manage(managed)
  }, [color, managed])
  const footer = config?.footerInfo ?? ''
  return footer.trim() === '' ? null : footer
}
