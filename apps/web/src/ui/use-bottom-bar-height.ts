import { type RefObject, useLayoutEffect } from 'react'

const gapPx = 8

/** Toasts stand above the bar, not over its buttons. */
export const useBottomBarHeight = (bar: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--bottom-bar-height', `${element.offsetHeight + gapPx}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-bar-height')
    }
  }, [bar])
