import type { Role } from '@pennant/contract/enums'
import { createContext, useContext } from 'react'
import type { RouteObject } from 'react-router'
import type { FrameText } from '../i18n/text.ts'

/** What the frame knows of a page that is shown. */
export type PageHandle = {
  title: FrameText
  role?: Role
  /** Of a page inside the layout of a game: shows the game's name and ways itself. A quiet one needs no live news. */
  ownHead?: 'quiet' | 'live'
}

/** A page that one can go to without knowing anything. */
export type ListedPage = PageHandle & { path: string }

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string'

/** Where only links lead: out of mails, or to what somebody has just done. */
const byLinkOnly = /^\/(setup|ui|account\/(?!login$|register$|profile$).*)$/

export const pagesIn = (routes: readonly RouteObject[], above = ''): ListedPage[] =>
  routes.flatMap(({ path, handle, children = [] }: RouteObject): ListedPage[] => {
    const whole = path === undefined ? above : `${above}/${path}`
    const listed = isPageHandle(handle) && !/[:*]/.test(whole) && !byLinkOnly.test(whole)
    return [...(listed ? [{ ...handle, path: whole === '' ? '/' : whole }] : []), ...pagesIn(children, whole)]
  })

const Pages = createContext<readonly ListedPage[]>([])

export const PagesProvider = Pages.Provider

export const usePages = (): readonly ListedPage[] => useContext(Pages)
