const failures = new WeakSet<Error>()

/** Only code: the server counts what is read. If it fails, what needs the code loads it again, and reports that. */
export const fetchAhead = (load: () => Promise<unknown>): void => {
  load().catch((error: unknown) => {
    if (error instanceof Error) failures.add(error)
  })
}

/** Says so once: code that fails while it runs throws the same error again when it's needed. */
export const failedAhead = (error: unknown): boolean => error instanceof Error && failures.delete(error)
