import { useMemo } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import { type Metrics, metricsFor } from './metrics.ts'

const usualFont = 16

export const useMetrics = (present: boolean): Metrics => {
  const wall = useMedia('(min-width: 120rem)')
  const size = present ? 'projector' : wall ? 'wall' : 'desktop'
  return useMemo(() => {
    const font = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    return metricsFor(size, font / usualFont)
  }, [size])
}
