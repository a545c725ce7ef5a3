/**
 * Done when the run is broken off, in which case nobody waits for anything: what was started and made must not
 * stay behind. Returns the way to call it off.
 */
export const onBrokenOff = (clean: () => void): (() => void) => {
  process.once('exit', clean)
  return () => void process.off('exit', clean)
}

/** A signal ends the process the ordinary way, so that it cleans up. */
export const endOnSignals = (): void => {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(signal, () => process.exit(128 + number))
}
