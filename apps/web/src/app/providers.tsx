import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { i18n as I18n } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Api } from '../api/client.ts'
import { ApiProvider } from '../api/context.ts'
import { TunnelProvider } from '../features/tunnel/tunnel-context.tsx'
import { ColorProvider, type ColorStore } from '../theme/color.ts'
import { SchemeProvider, type SchemeStore } from '../theme/scheme.ts'
import { PageNameProvider } from '../ui/page-name.tsx'
import { ToastProvider, type ToastStore } from '../ui/toast-store.ts'
import { type ListedPage, PagesProvider } from './page-list.ts'
import { type Persistence, PersistenceProvider } from './persistence/persistence.ts'

type Props = {
  api: Api
  queries: QueryClient
  i18n: I18n
  scheme: SchemeStore
  color: ColorStore
  toasts: ToastStore
  pages: readonly ListedPage[]
  persistence: Persistence
  children: ReactNode
}

export const Providers = ({
  api,
  queries,
  i18n,
  scheme,
  color,
  toasts,
  pages,
  persistence,
  children,
}: Props) => (
  <I18nextProvider i18n={i18n}>
    <SchemeProvider value={scheme}>
      <ColorProvider value={color}>
        <ApiProvider value={api}>
          <QueryClientProvider client={queries}>
            <PersistenceProvider value={persistence}>
              <PagesProvider value={pages}>
                <ToastProvider value={toasts}>
                  <TunnelProvider>
                    <PageNameProvider>{children}</PageNameProvider>
                  </TunnelProvider>
                </ToastProvider>
              </PagesProvider>
            </PersistenceProvider>
          </QueryClientProvider>
        </ApiProvider>
      </ColorProvider>
    </SchemeProvider>
  </I18nextProvider>
)
