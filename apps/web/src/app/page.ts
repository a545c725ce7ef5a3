import type { Role } from '@pennant/contract/enums'
import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { Api } from '../api/client.ts'
import { sessionQuery } from '../api/queries/session.ts'
import type { Area, FrameText } from '../i18n/area.ts'
import { loadTexts, type Translations } from '../i18n/start.ts'
import type { PageHandle } from './page-list.ts'

export type Preload = (params: Readonly<Record<string, string | undefined>>, search: URLSearchParams) => void

export type Page = {
  /** None for the home page. */
  path?: string
  /** Pages named after their data set the name by `usePageName`. */
  title: FrameText
  load: () => Promise<{ Component: () => ReactNode }>
  area?: Area | readonly Area[]
  preload?: Preload
  role?: Role
} & Pick<PageHandle, 'ownHead'>

export const routeOf = (translations: Translations, { path, ...page }: Page): RouteObject => ({
  ...(path === undefined ? { index: true } : { path }),
  ...shownBy(translations, page),
})

/** Pages inside may be added later under its ID. */
export const layoutOf = (
  translations: Translations,
  { id, path, ...page }: Page & { id: string; path: string },
  children: RouteObject[],
): RouteObject => ({ id, path, children, ...shownBy(translations, page) })

const shownBy = (
  translations: Translations,
  { title, load, area, preload, role, ownHead }: Page,
): Pick<RouteObject, 'handle' | 'lazy' | 'loader' | 'shouldRevalidate'> => ({
  handle: {
    title,
    ...(role === undefined ? {} : { role }),
    ...(ownHead === undefined ? {} : { ownHead }),
  } satisfies PageHandle,
  lazy: async () => {
    const texts = [area ?? []].flat().map((one) => loadTexts(translations, one))
    const [page] = await Promise.all([load(), ...texts])
    return page
  },
  ...(preload === undefined
    ? {}
    : {
        loader: ({ params, request }) => {
          preload(params, new URL(request.url).searchParams)
          return null
        },
        // The data was prefetched; what is shown keeps itself up to date.
        shouldRevalidate: () => false,
      }),
})

/** The page that shows the data also reports its failure. */
export const prefetch = <Data, Shown, Key extends QueryKey>(
  queries: QueryClient,
  options: UseQueryOptions<Data, Error, Shown, Key>,
): void => {
  queries.query(options).catch(() => undefined)
}

/** Before the login is known, asking for private data might be refused. */
export const whenLoggedIn = (api: Api, queries: QueryClient, act: () => void): void => {
  queries.query(sessionQuery(api)).then(
    (profile) => {
      if (profile !== null) act()
    },
    () => undefined,
  )
}
