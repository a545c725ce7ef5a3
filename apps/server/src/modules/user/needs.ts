import type { BegunSession, Principal } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Db, NewUserRow } from '../../ports/database.ts'
import type { PasswordHasher } from '../../ports/password.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { UserStore } from './store.ts'

export type UserNeeds = {
  store: UserStore
  clock: Clock
  hasher: PasswordHasher
  journal: Journal
  sessions: {
    endAll(userId: string): Promise<void>
    changed(userId: string): Promise<void>
    /** Ends every session of the user and begins a new one for the caller. */
    renew(owner: { id: string; stamp: string }, origin: Origin): Promise<BegunSession>
  }
  files: { release(hash: string): Promise<unknown> }
  games: {
    /** Boards show who solved. */
    userRenamed(userId: string): Promise<void>
    /** The games of somebody who is about to go; to be told once that is committed. */
    userLeaves(db: Db, userId: string): Promise<() => void>
  }
  /** Throws why the name can't be given; answers what to store with it, in the same transaction. */
  names: {
    give(
      db: Db,
      giving: { kind: 'user' | 'team'; name: string; id?: string },
    ): Promise<{ skeletons: string[] }>
  }
  /** The rules of accounts, which are the same for everybody who makes one. */
  accounts: {
    identityKey(text: string): string
    /** Throws the first rule that the password breaks. */
    checkName(name: string): void
    checkPassword(password: string): void
    newUser(account: { name: string; email: string; passwordHash: string; now: Date }): NewUserRow & {
      id: string
    }
    /** A collision of unique values as a problem; anything else as it was. */
    collided(error: unknown): unknown
  }
}

type Origin = { address: string | null; agent: string; secure: boolean }
export type { BegunSession }
export type Caller = Origin & { principal: Principal }
