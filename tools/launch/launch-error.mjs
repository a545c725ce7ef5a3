// @ts-check

/** Shown without a stack trace. */
export class LaunchError extends Error {}

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
 * The code is what a shell expects.
 *
 * @param {unknown} error
 * @returns {number}
 */
export function exitCodeFor(error) {
  if (error instanceof Interrupted) return 128 + (numbers[error.signal] ?? 0)
  console.error(error instanceof LaunchError ? error.message : error)
  return 1
}
