import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../theme/fonts.css'
import '../theme/tokens.css'
import '../theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createApi } from '../api/client.ts'
import { clientConfigQuery } from '../api/queries/client-config.ts'
import { extensionsLastSupported, sessionQuery } from '../api/queries/session.ts'
import { createQueries } from '../api/query-client.ts'
import { createServerTime } from '../api/server-time.ts'
import { startI18n } from '../i18n/start.ts'
import { createColorStore } from '../theme/color.ts'
import { createSchemeStore } from '../theme/scheme.ts'
import { createToastStore } from '../ui/toast-store.ts'
import { reloadWhenStale } from './boundaries/stale-build.ts'
import { prefetch } from './page.ts'
import { pagesIn } from './page-list.ts'
import { openPersistence } from './persistence/persistence.ts'
import { Providers } from './providers.tsx'
import { refreshOnReturn } from './refresh-on-return.ts'
import { createRouter } from './router.tsx'

const start = async (root: HTMLElement): Promise<void> => {
  const translations = startI18n()
  const api = createApi({
    origin: location.origin,
    language: () => document.documentElement.lang,
    time: createServerTime(Date.now),
    fetch: (input, init) => fetch(input, init),
    localNow: Date.now,
    chance: Math.random,
  })
  api.extensions.supported = extensionsLastSupported()
  const queries = createQueries()
  refreshOnReturn({ queries, document, now: Date.now })
  prefetch(queries, clientConfigQuery(api))
  prefetch(queries, sessionQuery(api))
  const scheme = createSchemeStore(document)
  const color = createColorStore(document)
  const toasts = createToastStore()
  const router = createRouter({ api, queries, translations })
  reloadWhenStale({
    now: Date.now,
    destination: () => {
      const { location: wanted } = router.state.navigation
      return wanted === undefined ? null : router.createHref(wanted)
    },
    isServed: async (path) => (await api.fetch(path, { method: 'HEAD', cache: 'no-store' })).ok,
  })
  const [persistence] = await Promise.all([
    openPersistence({ queries, now: Date.now(), build: ownScript(document) }),
    translations.ready,
  ])
  createRoot(root).render(
    <StrictMode>
      <Providers
        api={api}
        queries={queries}
        i18n={translations.i18n}
        scheme={scheme}
        color={color}
        toasts={toasts}
        pages={pagesIn(router.routes)}
        persistence={persistence}
      >
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

/** The script's name contains a hash of the build. */
const ownScript = (document: Document): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script === null ? '' : new URL(script.src).pathname
}

const root = document.getElementById('root')
if (root !== null) start(root).catch(reportError)
