import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'

/** What comes and goes in the same minute is one trouble. */
const quietMs = 600_000

/** Tells administrators once when something does not work, however often it fails until it works again. */
export const createComplaint = (journal: Journal, clock: Clock, message: string) => {
  let troubled = false
  let quietUntil = -Infinity
  return {
    note(error: unknown): void {
      if (!troubled && clock.now() >= quietUntil) {
        journal.failed(message, error)
        quietUntil = clock.now() + quietMs
      }
      troubled = true
    },
    over(): void {
      troubled = false
    },
  }
}
