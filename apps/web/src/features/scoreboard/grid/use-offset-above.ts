import { type RefObject, useLayoutEffect } from 'react'

export const useOffsetAbove = (ref: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = ref.current
    const parent = element?.parentElement
    if (element === null || parent == null) return undefined
    let known = -1
    const look = (): void => {
      const above = Math.round(element.getBoundingClientRect().top + window.scrollY)
      if (above === known) return
      known = above
      element.style.setProperty('--above', `${above}px`)
    }
    look()
    // Content above may change its height.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    observer.observe(parent)
    return () => observer.disconnect()
  }, [ref])
}
