import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { createFastPathCounts } from './fast-path-counts.ts'
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

  return {
    contentType: registry.contentType,
    text: async (): Promise<string> => `${await registry.metrics()}\n${requests.text()}`,
    observe(route: string, method: string, status: number, seconds: number): void {
      requests.observe(route, method, status, seconds)
      if (status >= 500) faults.inc()
    },
    observeFast: fastPath.observe,
    gauge(name: string, help: string, read: () => number): void {
      const gauge: Gauge = new Gauge({
        name: `pennant_${name}`,
        help,
        registers,
        collect: () => gauge.set(read()),
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
