import { useContext, useEffect } from 'react'
import { matchRoutes, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { fetchAhead } from '../../kit/fetch-ahead.ts'

/** A pointer that only passes by fetches nothing. */
const intentMs = 65

/** The path of a link to another page of the client. */
const pathOf = (target: EventTarget | null): string | null => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link === null || link.origin !== location.origin || link.target !== '' || link.download !== '')
    return null
  return link.pathname === location.pathname ? null : link.pathname
}

/** Fetches the code of a page while its link is pointed at, pressed, or has the focus. */
export const useFetchAhead = (): void => {
  const router = useContext(DataRouterContext)?.router
  useEffect(() => {
    if (router === undefined) return undefined
    const fetched = new Set<string>()
    const fetchPage = (path: string | null): void => {
      if (path === null || fetched.has(path)) return
      fetched.add(path)
      for (const { route } of matchRoutes(router.routes, path) ?? []) {
        const { lazy } = route
        // The router takes it away once the page is loaded.
        if (typeof lazy === 'function' && route.path !== '*') fetchAhead(async () => lazy())
      }
    }

    let timer: ReturnType<typeof setTimeout> | undefined
    const point = ({ target }: Event): void => {
      clearTimeout(timer)
      const path = pathOf(target)
      if (path !== null) timer = setTimeout(() => fetchPage(path), intentMs)
    }
    const press = ({ target }: Event): void => fetchPage(pathOf(target))
    addEventListener('pointerover', point)
    addEventListener('pointerdown', press)
    addEventListener('focusin', press)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerover', point)
      removeEventListener('pointerdown', press)
      removeEventListener('focusin', press)
    }
  }, [router])
}
