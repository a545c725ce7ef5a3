import type { Bus } from '../../ports/bus.ts'

/** Word, in every process, that a container is no more or is about to be stopped. */
export type InstanceGone = {
  tell(id: string): void
  /** Returns the way to stop listening. */
  listen(listener: (id: string) => void): () => void
}

type Gone = { id: string }

const topic = 'instance.gone'

export const createInstanceGone = (bus: Pick<Bus, 'publish' | 'subscribe'>): InstanceGone => ({
  tell: (id) => bus.publish<Gone>(topic, { id }),
  listen: (listener) => bus.subscribe<Gone>(topic, ({ id }) => listener(id)),
})
