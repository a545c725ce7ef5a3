/** For an interrupted run, which skips all other cleanup. Returns a function that cancels it. */
export const onInterrupt = (clean: () => void): (() => void) => {
  process.once('exit', clean)
  return () => void process.off('exit', clean)
}

/** A normal exit after a signal runs the cleanup. */
export const endOnSignals = (): void => {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(signal, () => process.exit(128 + number))
}
