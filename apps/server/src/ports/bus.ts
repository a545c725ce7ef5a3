/**
 * Messages between the processes of one installation. Everyone hears every message, the sender
 * included, in the order of the sender and never before `publish` has returned. Messages are JSON values.
 * The sender's own listeners hear it in any case; others may lose a message while the connection is down:
 * `onGap` tells listeners to read again what they hold.
 */
export type Bus = {
  publish<T>(topic: string, message: T): void
  /** Resolves when what was published so far is on its way to the others, or will not get there. */
  settled(): Promise<void>
  /** Returns the way to stop listening. */
  subscribe<T>(topic: string, listener: (message: T) => void): () => void
  onGap(listener: () => void): () => void
  /** How many may listen to a topic, in all processes; endless where nobody can tell. */
  audience(topic: string): number
  /** False while messages of other processes cannot be heard. */
  readonly connected: boolean
}
