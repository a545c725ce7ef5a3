import { type RefObject, useEffect } from 'react'
import { headHeight, type Metrics } from './metrics.ts'

const pixels = (length: string): number => Number.parseFloat(length) || 0

/** Where focused elements scroll to, nothing covers the window. */
export const uncovered = (): { top: number; bottom: number } => {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  return { top: pixels(scrollPaddingTop), bottom: window.innerHeight - pixels(scrollPaddingBottom) }
}

/** `row` is -1 for a team that isn't shown. */
export const useOwnSight = (
  ref: RefObject<HTMLElement | null>,
  metrics: Metrics,
  row: number,
  onChange: (inSight: boolean) => void,
): void => {
  useEffect(() => {
    const scroller = ref.current
    if (scroller === null) return undefined
    const look = (): void => {
      const { top, bottom } = scroller.getBoundingClientRect()
      const first = top + headHeight(metrics)
      const start = first + row * metrics.row - scroller.scrollTop
      const end = start + metrics.row
      onChange(row !== -1 && start >= first - 1 && end <= Math.min(bottom, uncovered().bottom) + 1)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', look)
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [ref, metrics, row, onChange])
}
