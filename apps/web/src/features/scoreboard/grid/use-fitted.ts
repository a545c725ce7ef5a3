import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { fittedTo, type Metrics } from './metrics.ts'

/** Measured before the first paint. */
export const useFitted = (
  scroller: RefObject<HTMLElement | null>,
  metrics: Metrics,
  challenges: number,
): Metrics => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = (): void => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return useMemo(() => fittedTo(metrics, width, challenges), [metrics, width, challenges])
}
