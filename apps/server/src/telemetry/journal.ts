import type { LogLevel, TaskStatus } from '@pennant/contract/enums'

/** Never a password, a token, or a flag. */
export type JournalEntry = {
  level?: LogLevel
  message: string
  status?: TaskStatus
  /** `System` for background work, `Anonymous` for an unknown caller. */
  name?: string | null
  address?: string | null
  source?: string
  error?: unknown
}

type By =
  | { principal: { userName: string }; address: string | null }
  | { principal: null; name: string; address: null }

/** Never blocks and never throws. */
export type Journal = {
  write(entry: JournalEntry): void
  done(by: By, message: string): void
  failed(message: string, error: unknown): void
}

export const journalOf = (write: Journal['write']): Journal => ({
  write,
  done(by, message) {
    const name = by.principal === null ? by.name : by.principal.userName
    write({ message, status: 'Success', name, address: by.address })
  },
  failed: (message, error) => write({ level: 'Error', message, name: 'System', error }),
})
