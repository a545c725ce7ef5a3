/** Which processes of the installation are there. */
export type Presence = {
  /**
   * Joins the processes that are there. When there is none, `alone` runs first, and no other process joins before it
   * has ended. Rejects when `alone` does, or when nobody can say who is there.
   */
  join(alone: () => Promise<void>): Promise<void>
  leave(): Promise<void>
}
