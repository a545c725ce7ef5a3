import type { Role } from '@pennant/contract/enums'
import { createContext, useContext } from 'react'
import type { RouteObject } from 'react-router'
import type { FrameText } from '../i18n/area.ts'

export type PageHandle = {
  title: FrameText
  role?: Role
  /** Inside a game's layout: the page shows name and ways itself. 'quiet' needs no live connection. */
  ownHead?: 'quiet' | 'live'
}

export type ListedPage = PageHandle & { path: string }

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string'

const byLinkOnly = /^\/(setup|ui|teams\/new|account\/(?!login$|register$|profile$).*)$/

export const pagesIn = (routes: readonly RouteObject[], above = ''): ListedPage[] =>
  routes.flatMap(({ path, handle, children = [] }: RouteObject): ListedPage[] => {
    const whole = path === undefined ? above : `${above}/${path}`
    const listed = isPageHandle(handle) && !/[:*]/.test(whole) && !byLinkOnly.test(whole)
    return [...(listed ? [{ ...handle, path: whole === '' ? '/' : whole }] : []), ...pagesIn(children, whole)]
  })

const Pages = createContext<readonly ListedPage[]>([])

export const PagesProvider = Pages.Provider

export const usePages = (): readonly ListedPage[] => useContext(Pages)
