import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export const useFocusOnNavigation = (): RefObject<HTMLElement | null> => {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
