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

/** Never blocks and never throws. */
export type Journal = { write(entry: JournalEntry): void }
