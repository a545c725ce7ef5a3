// @ts-check

/** A failure whose message is all that the person at the terminal needs: shown without a stack trace. */
export class LaunchError extends Error {}

/** The launch was ended by a signal. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`interrupted by ${signal}`)
    this.signal = signal
  }
}

/** @type {Partial<Record<NodeJS.Signals, number>>} */
const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * Says what ended the launch and turns it into the exit code a shell expects.
 *
 * @param {unknown} error
 * @returns {number}
 */
export function exitCodeFor(error) {
  if (error instanceof Interrupted) return 128 + (numbers[error.signal] ?? 0)
  console.error(error instanceof LaunchError ? error.message : error)
  return 1
}
