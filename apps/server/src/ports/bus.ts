/**
 * Messages between the processes of one installation. Everyone hears every message, the sender
 * included, in the order of the sender. A message may be lost while the connection is down: `onGap`
 * tells listeners to read again what they hold.
 */
export type Bus = {
  publish<T>(topic: string, message: T): void
  /** Returns the way to stop listening. */
  subscribe<T>(topic: string, listener: (message: T) => void): () => void
  onGap(listener: () => void): () => void
  /** False while messages of other processes cannot be heard. */
  readonly connected: boolean
}
