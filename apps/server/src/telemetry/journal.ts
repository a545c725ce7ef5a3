import type { LogLevel, TaskStatus } from '@pennant/contract/enums'

/** One thing that happened, told to administrators. Never a password, a token or a flag. */
export type JournalEntry = {
  level?: LogLevel
  message: string
  status?: TaskStatus
  /** A user's name; `System` for background work, `Anonymous` when nobody is known. */
  name?: string | null
  address?: string | null
  source?: string
  error?: unknown
}

type By = { principal: { userName: string }; address: string | null }

/** Never blocks and never throws. */
export type Journal = {
  write(entry: JournalEntry): void
  /** Somebody did something, and it worked. */
  done(by: By, message: string): void
  /** Something failed that nobody waits for. */
  failed(message: string, error: unknown): void
}

export const journalOf = (write: Journal['write']): Journal => ({
  write,
  done: ({ principal, address }, message) =>
    write({ message, status: 'Success', name: principal.userName, address }),
  failed: (message, error) => write({ level: 'Error', message, name: 'System', error }),
})
