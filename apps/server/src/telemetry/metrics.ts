import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { createFastPathCounts } from './fast-path-counts.ts'
import { createRecentTimes } from './recent.ts'
import { createRequestTimes } from './request-times.ts'

export const createMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'pennant_' })
  const registers = [registry]
  const requests = createRequestTimes()
  const faults = new Counter({
    name: 'pennant_faults_total',
    help: 'Failures of the server itself',
    registers,
  })

  const fastPath = createFastPathCounts(registers)
  const reads = createRecentTimes()
  const writes = createRecentTimes()
  let observed = 0

  return {
    contentType: registry.contentType,
    text: async (): Promise<string> => `${await registry.metrics()}\n${requests.text()}`,
    observe(route: string, method: string, status: number, seconds: number): void {
      requests.observe(route, method, status, seconds)
      observed++
      ;(method === 'GET' ? reads : writes).note(seconds * 1000)
      if (status >= 500) faults.inc()
    },
    observeFast: fastPath.observe,
    recent: () => ({
      readP99Ms: reads.percentile(0.99),
      writeP99Ms: writes.percentile(0.99),
      requests: observed,
    }),
    gauge(name: string, help: string, read: () => number | Promise<number>): void {
      const gauge: Gauge = new Gauge({
        name: `pennant_${name}`,
        help,
        registers,
        collect: async () => gauge.set(await read()),
      })
    },
    total(name: string, help: string, read: () => number): void {
      const counter: Counter = new Counter({
        name: `pennant_${name}`,
        help,
        registers,
        collect() {
          counter.reset()
          counter.inc(read())
        },
      })
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
