import type { Role } from '@pennant/contract/enums'
import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { Api } from '../api/client.ts'
import { sessionQuery } from '../api/queries/session.ts'
import type { Area } from '../i18n/area.ts'
import { bringArea, type Speech } from '../i18n/start.ts'
import type { FrameText } from '../i18n/text.ts'
import type { PageHandle } from './page-list.ts'

export type Ask = (params: Readonly<Record<string, string | undefined>>, search: URLSearchParams) => void

export type Page = {
  /** None for the home page. */
  path?: string
  /** Names the page; a page with a name of its own sets it by `usePageName`. */
  title: FrameText
  load: () => Promise<{ Component: () => ReactNode }>
  /** What it speaks from beside the texts of the frame. */
  area?: Area | readonly Area[]
  /** Asks for the page's data while its code is still on the way. */
  ask?: Ask
  /** Whom it is for, if not for everybody. */
  role?: Role
} & Pick<PageHandle, 'ownHead'>

export const routeOf = (speech: Speech, { path, ...page }: Page): RouteObject => ({
  ...(path === undefined ? { index: true } : { path }),
  ...shownBy(speech, page),
})

/** A page that stays around those inside it, which may be given to it later under its id. */
export const layoutOf = (
  speech: Speech,
  { id, path, ...page }: Page & { id: string; path: string },
  children: RouteObject[],
): RouteObject => ({ id, path, children, ...shownBy(speech, page) })

const shownBy = (
  speech: Speech,
  { title, load, area, ask, role, ownHead }: Page,
): Pick<RouteObject, 'handle' | 'lazy' | 'loader' | 'shouldRevalidate'> => ({
  handle: {
    title,
    ...(role === undefined ? {} : { role }),
    ...(ownHead === undefined ? {} : { ownHead }),
  } satisfies PageHandle,
  lazy: async () => {
    const texts = [area ?? []].flat().map((one) => bringArea(speech, one))
    const [page] = await Promise.all([load(), ...texts])
    return page
  },
  ...(ask === undefined
    ? {}
    : {
        loader: ({ params, request }) => {
          ask(params, new URL(request.url).searchParams)
          return null
        },
        // It was ahead of the code; what is shown keeps itself up to date.
        shouldRevalidate: () => false,
      }),
})

/** Asks ahead of whoever will show it; that one also shows the failure, if it fails. */
export const prefetch = <Data, Shown, Key extends QueryKey>(
  queries: QueryClient,
  options: UseQueryOptions<Data, Error, Shown, Key>,
): void => {
  queries.query(options).catch(() => undefined)
}

/** Calls once it is known that somebody is logged in: before, the answer to what is theirs might be a refusal. */
export const whenLoggedIn = (api: Api, queries: QueryClient, act: () => void): void => {
  queries.query(sessionQuery(api)).then(
    (profile) => {
      if (profile !== null) act()
    },
    () => undefined,
  )
}
