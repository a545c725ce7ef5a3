import type { Containers } from '../../ports/containers.ts'

/** Nothing runs containers here, so there is nothing to stop either. */
export const createNoContainers = (): Containers => ({
  kind: 'none',
  destroy: async () => undefined,
})
