import type { Principal } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { NewUserRow } from '../../ports/database.ts'
import type { PasswordHasher } from '../../ports/password.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { UserStore } from './store.ts'

export type UserNeeds = {
  store: UserStore
  clock: Clock
  hasher: PasswordHasher
  journal: Journal
  sessions: { endAll(userId: string): Promise<void>; changed(userId: string): void }
  files: { release(hash: string): Promise<unknown> }
  /** The rules of accounts, which are the same for everybody who makes one. */
  accounts: {
    identityKey(text: string): string
    /** Throws the first rule that the password breaks. */
    checkPassword(password: string): void
    newUser(account: { name: string; email: string; passwordHash: string; now: Date }): NewUserRow & {
      id: string
    }
    /** A collision of unique values as a problem; anything else as it was. */
    collided(error: unknown): unknown
  }
}

export type Caller = { principal: Principal; address: string | null }
