type Report = (message: string, error: unknown) => void
/** The wrapping tells `undefined` from `null`. */
export type Body = { message?: unknown }
type Listener = (message: unknown) => unknown

/** Listeners run one after another in later turns of the event loop, so that the publisher has finished first. */
export type Delivery = {
  send(topic: string, body: Body): void
  sendCopy(topic: string, body: string): void
  sendGap(): void
  /** Runs it after the listeners of all that was sent before. */
  later(work: () => void): void
  subscribe<T>(topic: string, listener: (message: T) => void): () => void
  onGap(listener: () => void): () => void
  audience(topic: string): number
  close(): void
}

export function createDelivery(report: Report): Delivery {
  const topics = new Map<string, Set<{ listener: Listener }>>()
  const gapListeners = new Set<{ listener: Listener }>()
  let queue: (() => void)[] = []
  let scheduled = false
  let closed = false

  const tell = (listener: Listener, message: unknown, about: string): void => {
    const failed = (error: unknown): void => report(`bus: a listener of ${about} failed`, error)
    try {
      const outcome = listener(message)
      if (outcome instanceof Promise) outcome.catch(failed)
    } catch (error) {
      failed(error)
    }
  }

  const run = (): void => {
    scheduled = false
    const batch = queue
    queue = []
    for (const deliver of batch) if (!closed) deliver()
  }

  const enqueue = (deliver: () => void): void => {
    if (closed) return
    queue.push(deliver)
    if (scheduled) return
    scheduled = true
    setImmediate(run)
  }

  const tellAll = (listeners: Set<{ listener: Listener }>, message: unknown, about: string): void => {
    for (const entry of [...listeners]) if (listeners.has(entry)) tell(entry.listener, message, about)
  }

  const send = (topic: string, { message }: Body): void =>
    enqueue(() => {
      const listeners = topics.get(topic)
      if (listeners !== undefined) tellAll(listeners, message, topic)
    })

  return {
    send,
    sendCopy(topic, body) {
      if (topics.has(topic)) send(topic, JSON.parse(body) as Body)
    },
    sendGap() {
      enqueue(() => tellAll(gapListeners, undefined, 'gaps'))
    },
    later: enqueue,
    subscribe<T>(topic: string, listener: (message: T) => void) {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners)
      const entry = { listener: listener as Listener }
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic)
      }
    },
    onGap(listener) {
      const entry = { listener }
      gapListeners.add(entry)
      return () => gapListeners.delete(entry)
    },
    audience: (topic) => topics.get(topic)?.size ?? 0,
    close() {
      closed = true
      queue = []
    },
  }
}
