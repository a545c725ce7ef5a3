import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import type { Api } from '../api/client.ts'
import { latestPostsQuery } from '../features/home/queries.ts'
import { setupStatusQuery } from '../features/setup/queries.ts'
import { prefetch } from '../api/prefetch.ts'
import { ErrorPage } from './boundaries/error-page.tsx'
import { InitialLoader } from './layout/initial-loader.tsx'
import { Layout } from './layout/layout.tsx'
import type { TitleKey } from './layout/page-title.ts'

type Page = {
  /** None for the home page. */
  path?: string
  title: TitleKey
  load: () => Promise<{ Component: () => ReactNode }>
  /** Asks for the page's data while its code is still on the way. */
  ask?: () => void
}

type Needs = { api: Api; queries: QueryClient }

/** Paths are matched case-insensitively; each screen is loaded when it is first shown. */
export const createRouter = ({ api, queries }: Needs) => {
  const askSetup = (): void => prefetch(queries, setupStatusQuery(api))
  const pages: readonly Page[] = [
    {
      title: 'home.screen',
      load: () => import('./routes/home.tsx'),
      ask: () => {
        askSetup()
        prefetch(queries, latestPostsQuery(api))
      },
    },
    { path: 'setup', title: 'setup.title', load: () => import('./routes/setup.tsx'), ask: askSetup },
    { path: 'account/login', title: 'account.logIn', load: () => import('./routes/login.tsx') },
    { path: '*', title: 'notFound.title', load: () => import('./routes/not-found.tsx') },
  ]
  return createBrowserRouter([
    {
      Component: Layout,
      ErrorBoundary: ErrorPage,
      HydrateFallback: InitialLoader,
      children: [{ ErrorBoundary: ErrorPage, children: pages.map(routeOf) }],
    },
  ])
}

const routeOf = ({ path, title, load, ask }: Page): RouteObject => ({
  ...(path === undefined ? { index: true } : { path }),
  handle: { title },
  lazy: load,
  ...(ask === undefined
    ? {}
    : {
        loader: () => {
          ask()
          return null
        },
      }),
})
