export type Lock = {
  /** `lost` aborts if the lock is lost, which is rare. Locking `name` again inside `work` never returns. */
  exclusive<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T>
  /** As `exclusive`, but false, and nothing is run, where someone else holds the lock. */
  attempt(name: string, work: (lost: AbortSignal) => Promise<void>): Promise<boolean>
  /** `lead` runs while the lock is held; when it ends early, the lock is tried again later. Never rejects. */
  campaign(name: string, lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>
}

export type Presence = {
  /** The first process runs `alone` while others wait. Rejects if that fails, or if presence is unknown. */
  join(alone: () => Promise<void>): Promise<void>
  leave(): Promise<void>
}
