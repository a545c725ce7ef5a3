import type { Bus } from '../../ports/bus.ts'
import { createDelivery } from './delivery.ts'

type Report = (message: string, error: unknown) => void

/** Messages pass through JSON, as they do with Redis. */
export function memoryBus(report: Report = () => undefined): Bus & { close(): Promise<void> } {
  const delivery = createDelivery(report)
  return {
    connected: true,
    isCurrent: true,
    publish(topic, message) {
      delivery.sendCopy(topic, JSON.stringify({ message }))
    },
    settled: () => Promise.resolve(),
    confirmed: () => Promise.resolve(),
    subscribe: delivery.subscribe,
    onGap: delivery.onGap,
    audience: delivery.audience,
    async close() {
      delivery.close()
    },
  }
}
