import type { Containers } from '../../ports/containers.ts'

const reason = 'This server runs no containers: there is neither Docker nor Kubernetes.'

export const createNoContainers = (): Containers => ({
  kind: 'none',
  startsAtOnce: 1,
  start: async () => ({ refused: 'unavailable', detail: reason }),
  destroy: async () => undefined,
  list: async () => [],
  log: async () => null,
  watch: (_onGone, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    }),
  check: async () => {
    throw new Error(reason)
  },
  gate: async () => null,
  networks: async () => [],
  guard: async () => undefined,
  limits: async () => ({ isolated: null, open: null, unreachable: null, unguarded: null }),
  close: async () => undefined,
})
