/** JSON values, in the order of the sender, which hears its own too, after `publish` has returned. */
export type Bus = {
  publish<T>(topic: string, message: T): void
  /** Resolves when earlier messages are on their way, or never will be. */
  settled(): Promise<void>
  subscribe<T>(topic: string, listener: (message: T) => void): () => void
  /** Messages of others were lost: listeners must read again what they hold. */
  onGap(listener: () => void): () => void
  /** Listeners in all processes; infinite when it is unknown. */
  audience(topic: string): number
  /** False while messages of other processes can't be heard. */
  readonly connected: boolean
  /** False if something that another process published more than a second ago may not have been heard. */
  readonly isCurrent: boolean
  /** Resolves when the other processes have heard all that this one has published, or are no longer current. */
  confirmed(): Promise<void>
}
