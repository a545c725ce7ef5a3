import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { i18n as I18n } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Api } from '../api/client.ts'
import { ApiProvider } from '../api/context.ts'
import { TunnelPlace } from '../features/tunnel/tunnel-place.tsx'
import { SchemeProvider, type SchemeStore } from '../theme/scheme.ts'
import { PageNameProvider } from '../ui/page-name.tsx'
import { ToastProvider, type ToastStore } from '../ui/toast-store.ts'

type Props = {
  api: Api
  queries: QueryClient
  i18n: I18n
  scheme: SchemeStore
  toasts: ToastStore
  children: ReactNode
}

export const Providers = ({ api, queries, i18n, scheme, toasts, children }: Props) => (
  <I18nextProvider i18n={i18n}>
    <SchemeProvider value={scheme}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queries}>
          <ToastProvider value={toasts}>
            <TunnelPlace>
              <PageNameProvider>{children}</PageNameProvider>
            </TunnelPlace>
          </ToastProvider>
        </QueryClientProvider>
      </ApiProvider>
    </SchemeProvider>
  </I18nextProvider>
)
