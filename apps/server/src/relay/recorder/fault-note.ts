import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'

// Failures that come and go within this time are one.
const quietMs = 600_000

export const createFaultNote = (journal: Journal, clock: Clock, message: string) => {
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
