const told = new WeakSet<object>()

/** Notes that a failure is said where it happened, so that it is not said in the corner as well. */
export const noteTold = (error: unknown): void => {
  if (typeof error === 'object' && error !== null) told.add(error)
}

export const isTold = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && told.has(error)
