import { useMemo, useSyncExternalStore } from 'react'
import { type Metrics, metricsFor } from './metrics.ts'

const narrow = '(max-width: 48rem)'
const usualFont = 16

const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export const useMetrics = (present: boolean): Metrics => {
  const phone = useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
  const size = present ? 'projector' : phone ? 'phone' : 'desk'
  return useMemo(() => {
    const font = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    return metricsFor(size, font / usualFont)
  }, [size])
}
