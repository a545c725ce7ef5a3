import type { Language, RegisterStatus } from '@pennant/contract/enums'
import type { AccountPolicy } from '@pennant/contract/setting'
import type { Journal } from '../../telemetry/journal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Tx } from '../../ports/database.ts'
import type { PasswordHasher } from '../../ports/password.ts'
import type { BegunSession } from './session-type.ts'
import type { AccountStore } from './store.ts'

export type SentMail = 'confirm' | 'reset' | 'change'

/** What the account needs of the rest of the house. */
export type AccountNeeds = {
  store: AccountStore
  clock: Clock
  hasher: PasswordHasher
  journal: Journal
  settings: { accountPolicy(): AccountPolicy; platformName(): string }
  /** Opens what a client may have encrypted; throws `password.unreadable`. */
  envelope: { open(value: string): string }
  /** Signs the links of mails. */
  mailKey: () => Buffer
  mail: {
    /** Queues a mail, together with whatever else happens in `tx`. */
    enqueue(
      kind: SentMail,
      mail: { to: string; userName: string; link: string; language: Language; platform: string },
      tx?: Tx,
    ): Promise<unknown>
    /** Sends what was queued in a transaction that is over. */
    wake(): void
  }
  sessions: {
    begin(userId: string, origin: Origin): Promise<BegunSession>
    renew(userId: string, origin: Origin): Promise<BegunSession>
    endAll(userId: string): Promise<void>
    changed(userId: string): void
  }
  files: {
    /** Stores a picture; throws `image.invalid`. */
    storeImage(bytes: Buffer, options: { name: string; width: number | null }): Promise<{ hash: string; url: string }>
    release(hash: string): Promise<unknown>
  }
  guard: <T extends { right: boolean }>(
    account: string,
    address: string | null,
    attempt: () => Promise<T>,
  ) => Promise<T>
  words: { answer(language: Language, key: string, params?: Record<string, string | number>): string }
  publicUrl: string | null
}

export type Origin = { address: string | null; agent: string }
export type Asked = Origin & { language: Language; origin: string }
export type Registered = { status: RegisterStatus; session: BegunSession | null }
