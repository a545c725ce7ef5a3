import { type RefObject, useEffect, useState } from 'react'
import { fixedWidth, headHeight, type Metrics } from './metrics.ts'
import { type Span, spanOf } from './window.ts'

export type Viewport = { rows: Span; columns: Span }

type Counts = { rows: number; columns: number }

export const rowWindow = (scroller: HTMLElement, metrics: Metrics) => ({
  offset: scroller.scrollTop,
  extent: scroller.clientHeight - headHeight(metrics),
  size: metrics.row,
})

export const columnWindow = (scroller: HTMLElement, metrics: Metrics) => ({
  offset: scroller.scrollLeft,
  extent: scroller.clientWidth - fixedWidth(metrics),
  size: metrics.cell,
})

export const useViewport = (
  ref: RefObject<HTMLElement | null>,
  { rows, columns }: Counts,
  metrics: Metrics,
): Viewport => {
  const [viewport, setViewport] = useState<Viewport>({
    rows: { first: 0, end: Math.min(rows, 32) },
    columns: { first: 0, end: Math.min(columns, 32) },
  })

  useEffect(() => {
    const scroller = ref.current
    if (scroller === null) return undefined
    const look = (): void => {
      const now: Viewport = {
        rows: spanOf({ ...rowWindow(scroller, metrics), count: rows }),
        columns: spanOf({ ...columnWindow(scroller, metrics), count: columns }),
      }
      setViewport((before) =>
        isSame(before.rows, now.rows) && isSame(before.columns, now.columns) ? before : now,
      )
    }
    const observer = new ResizeObserver(look)
    observer.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [ref, rows, columns, metrics])
  return viewport
}

const isSame = (one: Span, other: Span): boolean => one.first === other.first && one.end === other.end
