import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export const useFocusOnNavigation = (): RefObject<HTMLElement | null> => {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  // Before the page is seen, or it would take the focus from a field that somebody is already in.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
