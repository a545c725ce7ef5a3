import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'

const resolutionMs = 20
const nanosecondsPerMs = 1e6
const windowMs = 60_000

/** The 99th percentile. */
export const createLoopDelay = () => {
  let histogram: IntervalHistogram | undefined
  let since = 0
  return {
    start(): void {
      histogram ??= monitorEventLoopDelay({ resolution: resolutionMs })
      histogram.enable()
      since = performance.now()
    },
    ms(): number {
      if (histogram === undefined || histogram.count === 0) return 0
      const delay = Math.max(0, Math.round(histogram.percentile(99) / nanosecondsPerMs - resolutionMs))
      if (performance.now() - since > windowMs) {
        histogram.reset()
        since = performance.now()
      }
      return delay
    },
    stop(): void {
      histogram?.disable()
    },
  }
}
