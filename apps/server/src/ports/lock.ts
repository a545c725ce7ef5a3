/** One holder at a time in the whole installation. */
export type Lock = {
  /**
   * Runs `work` alone; waits for its turn. Its signal aborts in the rare case that the lock is lost before it
   * is done. Locking a name again inside its own `work` waits for ever.
   */
  exclusive<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T>
  /**
   * Keeps trying to hold `name` until `signal` aborts. While it is held, `lead` runs with a signal that
   * aborts as soon as leadership is lost or `signal` aborts. A `lead` that ends or fails earlier gives the
   * name up; after a pause it is tried again. Never rejects; resolves when `lead` has ended.
   */
  campaign(name: string, lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>
}

/** Which processes of the installation are there. */
export type Presence = {
  /**
   * Joins the processes that are there. When there is none, `alone` runs first, and no other process joins before it
   * has ended. Rejects when `alone` does, or when nobody can say who is there.
   */
  join(alone: () => Promise<void>): Promise<void>
  leave(): Promise<void>
}
