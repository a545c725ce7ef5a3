import { type RefObject, useEffect, useState } from 'react'
import { type Span, spanOf } from '../grid/window.ts'
import { uncovered } from '../grid/use-own-sight.ts'

/** The rows near the window, which scrolls the whole page. */
export const useListWindow = (
  ref: RefObject<HTMLElement | null>,
  { count, row, own }: { count: number; row: number; own: number },
  onOwnSight: (inSight: boolean) => void,
): Span => {
  const [span, setSpan] = useState<Span>({ first: 0, end: Math.min(count, 16) })
  useEffect(() => {
    const list = ref.current
    if (list === null) return undefined
    const look = (): void => {
      const { top } = list.getBoundingClientRect()
      const extent = window.innerHeight - Math.max(0, top)
      const now = spanOf({ offset: Math.max(0, -top), extent: Math.max(0, extent), size: row, count })
      setSpan((before) => (before.first === now.first && before.end === now.end ? before : now))
      const clear = uncovered()
      const start = top + own * row
      onOwnSight(own !== -1 && start >= clear.top - 8 && start + row <= clear.bottom + 1)
    }
    look()
    // What is above the list may change its height.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [ref, count, row, own, onOwnSight])
  return span
}
