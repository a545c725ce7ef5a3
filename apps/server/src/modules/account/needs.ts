import type { Language } from '@pennant/contract/enums'
import type { AccountPolicy } from '@pennant/contract/setting'
import type { BegunSession } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Db, Tx } from '../../ports/database.ts'
import type { PasswordHasher } from '../../ports/password.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { LoginGuard } from './login-guard.ts'
import type { AccountStore } from './store.ts'
import type { RegistrationStore } from './store-registration.ts'

/** What the account needs of the rest of the house. */
export type AccountNeeds = {
  store: AccountStore
  registrations: RegistrationStore
  /** Whether mails with links leave by themselves; otherwise administrators pass them on. */
  mailLeaves: () => boolean
  /** One household, or one site. */
  networkOf: (address: string) => string
  clock: Clock
  hasher: PasswordHasher
  journal: Journal
  settings: { accountPolicy(): AccountPolicy; platformName(): string }
  /** Opens what a client may have encrypted; throws `password.unreadable`. */
  envelope: { open(value: string): string }
  /** Signs the links of mails. */
  mailKey: () => Buffer
  mail: {
    /** Keeps a mail until it can be given a link. */
    hold(kind: 'confirm' | 'reset' | 'change', letter: Letter, tx?: Tx): Promise<void>
    release(linkFor: (kind: 'confirm' | 'reset' | 'change', letter: Letter) => string | null): Promise<void>
    /** Queues a mail, together with whatever else happens in `tx`. */
    enqueue(kind: 'confirm' | 'reset' | 'change', mail: Letter & { link: string }, tx?: Tx): Promise<unknown>
    /** Sends what was queued in a transaction that is over. */
    wake(): void
  }
  sessions: {
    /** Throws `auth.required` when the user is not, or no longer, who `owner` says. */
    begin(owner: SessionOwner, origin: Origin): Promise<BegunSession>
    /** The same, and ends every other session of the user. */
    renew(owner: SessionOwner, origin: Origin): Promise<BegunSession>
    endAll(userId: string): Promise<void>
    /** The mark among these that a browser was given which has logged in to the account; null without one. */
    markOf(marks: readonly string[], owner: SessionOwner): string | null
  }
  files: {
    /** Stores a picture; throws `image.invalid`. */
    storeImage(
      bytes: Buffer,
      options: { name: string; width: number | null },
    ): Promise<{ hash: string; url: string }>
    release(hash: string): Promise<unknown>
  }
  guard: LoginGuard
  names: NameGiving
  /** Boards show who solved. */
  games: { userRenamed(userId: string): Promise<void> }
  /** Where people open the site; null as long as nobody has said it. */
  site: { url(): string | null }
}

/** What a mail is about, and what its link is to prove. */
export type Letter = {
  to: string
  userName: string
  userId: string
  stamp: string
  language: Language
  platform: string
  /** When it was asked for, and from where. */
  asked?: { at: number; network: string | null }
  /** The registration that it confirms. */
  about?: string
}

/** Throws why a user can't be given the name; answers what to store with it, in the same transaction. */
export type NameGiving = {
  give(db: Db, giving: { kind: 'user'; name: string; id?: string }): Promise<{ skeletons: string[] }>
}

/** Sessions are tied to the stamp: they end when it is replaced. */
export type SessionOwner = { id: string; stamp: string }
export type { BegunSession }

export type Origin = { address: string | null; agent: string; secure: boolean }
export type Asked = Origin & { language: Language }
