import { useMemo } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import { type Metrics, metricsFor } from './metrics.ts'

const usualFont = 16

export const useMetrics = (present: boolean): Metrics => {
  const phone = useMedia('(max-width: 48rem)')
  const size = present ? 'projector' : phone ? 'phone' : 'desktop'
  return useMemo(() => {
    const font = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    return metricsFor(size, font / usualFont)
  }, [size])
}
