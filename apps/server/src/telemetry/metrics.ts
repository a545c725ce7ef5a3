import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What Prometheus reads. */
export const createMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'pennant_' })
  const registers = [registry]
  const requests = new Histogram({
    name: 'pennant_http_request_duration_seconds',
    help: 'Time from the request to the end of the answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
  })
  const faults = new Counter({
    name: 'pennant_faults_total',
    help: 'Failures that nobody outside caused',
    registers,
  })

  const series = new Map<string, ReturnType<typeof requests.labels>>()
  /** Looking a series up by its labels takes longer than adding to it. */
  const seriesOf = (route: string, method: string, status: string) => {
    const key = `${method} ${status} ${route}`
    const known = series.get(key) ?? requests.labels({ route, method, status })
    series.set(key, known)
    return known
  }

  return {
    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
    observe(route: string, method: string, status: number, seconds: number): void {
      seriesOf(route, method, `${Math.floor(status / 100)}xx`).observe(seconds)
      if (status >= 500) faults.inc()
    },
    /** A figure that is looked up whenever somebody asks. */
    gauge(name: string, help: string, read: () => number): void {
      const gauge: Gauge = new Gauge({
        name: `pennant_${name}`,
        help,
        registers,
        collect: () => gauge.set(read()),
      })
    },
  }
}
